"""A season made and a match filed, a file imported and its players mended, by the pages alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Meet, barriers_in_light_and_dark, resign

pytestmark = pytest.mark.browser


def copied(page: Page, name: str) -> str:
    """The path behind a button that copies a link."""
    path = str(page.get_by_role("button", name=name).get_attribute("data-copy"))
    button = page.locator(f"[data-copy='{path}']")
    button.click()
    expect(button).to_have_text("Copied")
    return path


@pytest.mark.nightly
def test_a_host_opens_a_season_sets_up_a_table_and_finds_the_result(meet: Meet) -> None:
    host = meet("/seasons", width=360, height=740, quiet=False, permissions=["clipboard-write"])
    page = host.page
    page.get_by_label("Title").fill("Autumn")
    page.get_by_label("Players, one a line").fill("Ada\nBen\n")
    page.get_by_role("button", name="Open the season").click()
    page.wait_for_url("**/season/*")
    page.locator("#player-a").fill("Ada")
    page.locator("#player-b").fill("Ada")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("alert").filter(has_text="A match needs two different players")).to_be_visible()
    page.locator("#player-b").fill("Cas")
    form = page.locator("form[data-post$='/matches']")
    form.get_by_text("Options", exact=True).click()
    form.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_role("button", name="Set up the table").click()
    links = [copied(page, f"Copy the link of {name}") for name in ("Ada", "Cas")]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    ada, cas = (meet(link) for link in links)
    for person, name in ((ada, "Ada"), (cas, "Cas")):
        expect(person.page.get_by_text(f"You play as {name}.")).to_be_visible()
        person.page.get_by_role("button", name="Sit down").click()
    ada.wait_for("on")
    resign(ada.page)
    cas.wait_for("over")
    viewer = meet(copied(page, "Copy the link for viewers"))
    row = viewer.page.get_by_role("row", name=re.compile("Cas"))
    expect(row).to_have_text(re.compile("^1 *Cas *1 *1 *0 *0 *$"))
    expect(viewer.page.get_by_text("Five-Card Trick, Gauntlet · Ada resigned.")).to_be_visible()
    expect(viewer.page.get_by_text("New match")).to_have_count(0)
    viewer.page.get_by_role("link", name="Cas").first.click()
    expect(viewer.page.get_by_text("Place 1: 1 won, 0 tied, 0 lost.")).to_be_visible()
    assert barriers_in_light_and_dark(viewer.page) == []


def file(name: str, text: str, encoding: str) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode(encoding)}


@pytest.mark.nightly
def test_a_host_sees_how_a_file_reads_before_it_counts_and_mends_its_players(meet: Meet) -> None:
    page = meet("/seasons", width=360, height=740, timezone_id="Asia/Seoul", quiet=False, permissions=["clipboard-write"]).page
    page.get_by_label("Title").fill("Herbst")
    page.get_by_label("Players, one a line").fill("José\nJürgen\nJose\nNobody")
    page.get_by_role("button", name="Open the season").click()
    page.wait_for_url("**/season/*")
    open_all = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    page.evaluate(open_all)
    expect(page.get_by_label("Time zone of its days")).to_have_value("Asia/Seoul")
    row = "date;player_a;player_b;winner;variant\r\n31.05.2024;Jos\xe9;J\xfcrgen;void;five-card-trick/gauntlet\r\n"
    form = page.locator("form[data-post$='/results']")
    form.get_by_label("Results as CSV").set_input_files(file("results.csv", row, "cp1252"))
    form.get_by_role("button", name="Import the results").dblclick()
    way = form.get_by_label("Western Europe (Windows-1252): José, Jürgen")
    expect(way).to_be_focused()
    expect(way).not_to_be_checked()
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(form.get_by_role("alert")).to_contain_text("Line 2 is not UTF-8")
    expect(page.locator(".results > li")).to_have_count(0)
    record = page.locator("form[data-post$='/records']")
    text = "deathmatch 1\ngame five-card-trick/gauntlet\nname A Jos\xe9\nname B Jose\nA resign\n"
    for encoding, line in (("cp1252", 3), ("utf-16", 1)):
        record.get_by_label("A record (.dm)").set_input_files(file("match.dm", text, encoding))
        record.get_by_role("button", name="Import the record").click()
        expect(record.get_by_role("alert")).to_have_text(f"Line {line} is not UTF-8 text; save the file as UTF-8")
    way.check()
    form.get_by_role("button", name="Import the results").click()
    expect(page.locator(".results > li")).to_contain_text("void")
    page.evaluate(open_all)
    assert barriers_in_light_and_dark(page) == []
    merge = page.locator("form[data-post$='/merge']")
    merge.get_by_label("Entered wrongly").select_option("Jose")
    merge.get_by_label("Is the same person as").select_option("José")
    merge.get_by_role("button", name="Merge").click()
    expect(page.get_by_text("Jose is José.")).to_have_count(1)
    page.evaluate(open_all)
    remove = page.locator("form[data-post$='/remove']")
    assert remove.get_by_label("A player without matches").locator("option").all_text_contents() == ["Nobody"]
    remove.get_by_role("button", name="Remove the player").click()
    expect(remove).to_have_count(0)
    page.evaluate(open_all)
    page.get_by_role("button", name="Undo: they are two people").click()
    expect(page.get_by_role("row", name="Jose", exact=False).last).to_be_visible()
    expect(page.locator(".standings tbody tr")).to_have_count(3)
