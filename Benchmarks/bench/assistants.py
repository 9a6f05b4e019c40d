"""`hsync mcp` on a store of three years: its start against `hsync today`, requests to a running server against the commands that do the same, the same
with the server's start, and the memory of a long conversation."""
import json
import statistics
import subprocess
import time
from pathlib import Path

from .bench import HSYNC, Device, Row, interleaved, median_ms, once, temporary_folder
from .today import MEALS, fill_years

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
CALLS = {
    "day": ("day", {}, ["today", "--json"]),
    "week": ("week", {}, ["week", "--json"]),
    "days": ("days", {"from": "-364"}, ["summary", "--from", "-364", "--json"]),
    "meals": ("meals", {"from": "-30"}, ["meals", "--from", "-30", "--json"]),
    "diet": ("diet", {}, ["diet", "--json"]),
}


def request(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": META}}) + "\n"


def call(number, tool, arguments):
    return request(number, "tools/call", name=tool, arguments=arguments)


def rows(quick):
    runs = 7 if quick else 51
    with temporary_folder() as name:
        folder = Path(name)
        device = Device(folder / "full")
        device.hsync("today")
        fill_years(device)
        device.hsync("diet", "setup", "--sex", "male", "--age", "39", "--height-cm", "170", "--weight-kg", "80", "--activity", "light", "--goal", "lose", "--start", "-300")
        # The first one notes what it has explained.
        device.hsync("diet")
        files = {"start": request(1, "tools/list"), "long": "".join(call(k, *list(CALLS.values())[k % len(CALLS)][:2]) for k in range(100 if quick else 1000))}
        files |= {tool: call(1, tool, arguments) for tool, arguments, _ in CALLS.values()}
        for file, text in files.items():
            (folder / file).write_text(text)
        server = [HSYNC, "mcp", "--db", device.library]
        commands = {"start": (server, folder / "start"), "today": [HSYNC, "today", "--db", device.library]}
        for tool, (_, _, words) in CALLS.items():
            commands[f"{tool} by mcp"] = (server, folder / tool)
            commands[tool] = [HSYNC, *words, "--db", device.library]
        costs = interleaved(commands, runs, device.env, warm=3)
        if any(cost.status != 0 for name in costs for cost in costs[name]):
            raise RuntimeError("hsync mcp or a command failed")
        start, today = median_ms(costs["start"]), median_ms(costs["today"])
        found = [Row("mcp: start and the list of tools, ms a process", f"{start:.1f}", f"hsync today {today:.1f}", f"{start / today:.2f}x", "<= 1.10x", start <= 1.1 * today)]
        answered = answer_times(server, device.env, {tool: (folder / tool).read_text() for tool in CALLS}, runs)
        for tool in CALLS:
            ours, command, started = answered[tool], median_ms(costs[tool]), median_ms(costs[f"{tool} by mcp"])
            words = " ".join(CALLS[tool][2])
            found.append(Row(f"mcp: a request for {tool} answered on 3 years, {MEALS:,} meals, ms", f"{ours:.1f}", f"hsync {words} {command:.1f}", f"{ours / command:.2f}x", "<= 1.15x", ours <= 1.15 * command))
            found.append(Row("the same with the server's start, ms a process", f"{started:.1f}", f"hsync {words} {command:.1f}", f"{started / command:.2f}x"))
        long = once(server, device.env, keep_output=True, stdin=folder / "long")
        answers = long.output.splitlines()
        if len(answers) != (100 if quick else 1000) or any('"isError":true' in answer or '"error":' in answer[:60] for answer in answers):
            raise RuntimeError("a call failed")
        found.append(Row(f"mcp: {len(answers):,} calls in one process, ms each", f"{long.ms / len(answers):.1f}", ""))
        found.append(Row("the same, peak memory in MB", f"{long.peak_mb:.1f}", "", "", "<= 40", long.peak_mb <= 40))
        return found


def answer_times(server, env, requests, runs):
    """The median of ms until each request is answered by one running server; the requests take turns."""
    taken = {tool: [] for tool in requests}
    with subprocess.Popen(server, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for turn in range(runs + 3):
            for tool, text in requests.items():
                begun = time.perf_counter()
                process.stdin.write(text)
                process.stdin.flush()
                answer = process.stdout.readline()
                if turn >= 3:
                    taken[tool].append((time.perf_counter() - begun) * 1000)
                if '"isError":false' not in answer:
                    raise RuntimeError(f"{tool}: {answer[:200]}")
        process.stdin.close()
    return {tool: statistics.median(times) for tool, times in taken.items()}
