"""Starts Home Assistant's core with its RESTful integration alone, and prints the states of the sensors as JSON.

    home.py TOKEN <configuration.yaml

The token goes into secrets.yaml. Prints {"sensor.steps": ["8214", "steps"], …}: the state and its unit.
"""

import asyncio
import json
import logging
import pathlib
import sys
import tempfile

from homeassistant import config_entries, core, loader
from homeassistant.helpers import area_registry, device_registry, entity, entity_registry, issue_registry, restore_state, template, translation
from homeassistant.setup import async_setup_component
from homeassistant.util import yaml


async def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "secrets.yaml").write_text(f"hsync: Bearer {sys.argv[1]}\n")
        (folder / "configuration.yaml").write_text(sys.stdin.read())
        configuration = yaml.load_yaml(str(folder / "configuration.yaml"), yaml.Secrets(folder))
        hass = core.HomeAssistant(name)
        hass.config.skip_pip = True
        loader.async_setup(hass)
        # As the core does on its own, before it sets up the first integration.
        translation.async_setup(hass)
        entity.async_setup(hass)
        template.async_setup(hass)
        hass.config_entries = config_entries.ConfigEntries(hass, configuration)
        await hass.config_entries.async_initialize()
        await restore_state.async_load(hass)
        for registry in (area_registry, device_registry, entity_registry, issue_registry):
            await registry.async_load(hass)
        try:
            if not await async_setup_component(hass, "rest", configuration):
                sys.exit("the configuration isn't valid")
            await hass.async_block_till_done()
            print(json.dumps({
                state.entity_id: [state.state, state.attributes.get("unit_of_measurement")] for state in hass.states.async_all("sensor")}))
        finally:
            await hass.async_stop(force=True)


asyncio.run(main())
