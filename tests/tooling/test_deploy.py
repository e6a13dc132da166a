"""The files in deploy/ can be read by the programs that they are for, and every command in them is one that our program takes."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
import yaml

from deathmatch.cli.main import every, load
from tools.conventions import ROOT

DEPLOY = ROOT / "deploy"
INSTRUCTIONS = ["FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"]
VARIABLES = {"DEATHMATCH_NAME": "play.example.org", "DEATHMATCH_PASSWORD": "abc123"}


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile, its continued lines joined."""
    text = "\n".join(line for line in (DEPLOY / "Dockerfile").read_text().splitlines() if not line.startswith("#"))
    lines = [line for line in re.sub(r"\\\n", " ", text).splitlines() if line.strip()]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def compose(name: str = "compose.yaml") -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


def programs() -> dict[str, Any]:
    """The services of compose.many.yaml that run our program."""
    return {name: service for name, service in compose("compose.many.yaml")["services"].items() if service["image"] == "deathmatch"}


def unit() -> configparser.ConfigParser:
    """The unit of systemd, whose form this is as long as no key comes twice in a section."""
    made = configparser.ConfigParser(interpolation=None, strict=True)
    made.optionxform = str  # type: ignore[assignment,method-assign]
    made.read_string((DEPLOY / "deathmatch.service").read_text())
    return made


def filled(text: str) -> str:
    """A text of compose.yaml with its variables filled in."""
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda found: VARIABLES[found[1]], text)


def commands() -> Iterator[list[str]]:
    """Every command line for our program."""
    found = dict(instructions())
    yield json.loads(found["ENTRYPOINT"])[1:] + json.loads(found["CMD"])
    for word, rest in instructions():
        if word == "RUN":
            yield from (shlex.split(part)[1:] for part in rest.split("&&") if part.strip().startswith("/opt/deathmatch/bin/deathmatch"))
    yield [filled(word) for word in compose()["services"]["server"]["command"]]
    for lines in dict.fromkeys(tuple(service["command"]) for service in programs().values()):
        yield [filled(word) for word in lines]
    program, *options = shlex.split(unit()["Service"]["ExecStart"])
    assert program == "/opt/deathmatch/bin/deathmatch"
    yield options


@pytest.mark.parametrize("line", list(commands()), ids=lambda line: line[0])
def test_every_command_is_one_that_the_program_takes(line: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHMATCH_STORE", filled(programs()["migrate"]["environment"]["DEATHMATCH_STORE"]))
    name, *options = line
    load(name, every()[name]).make_context(name, options)
    with pytest.raises(Exception, match="No such option"):
        load(name, every()[name]).make_context(name, [*options, "--no-such-option"])


def test_the_dockerfile_has_known_instructions_copies_files_that_are_there_and_does_not_run_as_root() -> None:
    every = instructions()
    assert {word for word, _ in every} <= set(INSTRUCTIONS)
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for word, rest in every:
        if word == "COPY" and "--from" not in rest:
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
                assert f"!{source}" in ignored or any(f"!{path}" in ignored for path in (ROOT / source).relative_to(ROOT).parents), source
    last = every[max(number for number, (word, _) in enumerate(every) if word == "FROM") :]
    assert int(dict(last)["USER"]) > 0
    assert json.loads(dict(last)["HEALTHCHECK"].partition("CMD")[2])


def test_the_services_have_known_parts_and_the_network_of_the_proxy_is_the_one_that_it_is_in() -> None:
    services = compose()["services"]
    assert set(services) == {"server", "caddy"}
    (given,) = (word.partition("=")[2] for word in services["server"]["command"] if word.startswith("--proxy="))
    assert ip_network(given) == ip_network(compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    for service in services.values():
        assert set(service["networks"]) <= set(compose()["networks"])
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= {*compose()["volumes"], "./Caddyfile"}
    build = services["server"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    assert services["server"]["read_only"] is True
    assert services["server"]["init"] is True  # process 1 hears no SIGTERM while it starts
    assert "ports" not in services["server"]  # metrics and pages come out through nobody but Caddy


def test_the_unit_gives_the_server_a_folder_of_its_own_and_time_to_end() -> None:
    service = unit()["Service"]
    assert "--data /var/lib/" + service["StateDirectory"] in service["ExecStart"]
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes"
    assert int(service["TimeoutStopSec"]) >= 20  # running.GOODBYE_S, memory.FINISH_S and the last commits fit in
