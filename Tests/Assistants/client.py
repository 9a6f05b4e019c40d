"""Talks to `hsync mcp` as an assistant's program does, by the official client of the Model Context Protocol.

    client.py MODE HSYNC [ARGUMENT]… <calls

MODE is auto (revision 2026-07-28) or legacy (with initialize). Each line of standard input is a call, {"tool": …, "arguments": {…}}. Prints a line of
JSON about the server and its tools and resources, then one about the result of each call. The client itself checks each message against the
protocol's types, and each structured result against the tool's schema.
"""

import json
import os
import sys

import anyio
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters


async def main() -> None:
    mode, command, *arguments = sys.argv[1:]
    calls = [json.loads(line) for line in sys.stdin if line.strip()]
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        for tool in tools:
            Draft202012Validator.check_schema(tool.input_schema)
            Draft202012Validator.check_schema(tool.output_schema)
        resources = (await client.list_resources()).resources
        texts = [(await client.read_resource(str(resource.uri))).contents[0].text for resource in resources]
        print(json.dumps({
            "revision": client.protocol_version, "tools": [tool.name for tool in tools],
            "read_only": [tool.name for tool in tools if tool.annotations.read_only_hint],
            "resources": [str(resource.uri) for resource in resources], "texts": texts}))
        for call in calls:
            result = await client.call_tool(call["tool"], call.get("arguments"))
            print(json.dumps({
                "text": "\n".join(part.text for part in result.content), "is_error": bool(result.is_error),
                "structured": result.structured_content}))


anyio.run(main)
