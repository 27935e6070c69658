"""Pages as people use them: read by axe, with the keyboard alone, on one device for two, and asked why not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.running import new_match

from .touching import POINT, WAIT

READY = "() => window.table && window.table.wire && window.table.wire.socket?.readyState === 1 && window.table.view.decision"


def opened(chromium: Any, base: str, game: str, seats: dict[str, str], size: tuple[int, int] = (1280, 800), **more: Any) -> Any:
    match, _, cookies = new_match(base, game, seats, seed=6)
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more)
    context.set_default_timeout(WAIT)
    context.add_cookies([{"name": n, "value": v, "url": base} for n, v in cookies.items()])
    page = context.new_page()
    page.goto(f"{base}/m/{match}")
    return page


@pytest.mark.parametrize("path", ["/", "/g/two_heirs"])
def test_axe_finds_nothing_serious_on_the_shelf(chromium: Any, base: str, path: str) -> None:
    page = chromium.new_page()
    page.goto(base + path, timeout=180_000)
    page.wait_for_load_state("load")
    assert serious(page) == []
    page.close()


@pytest.mark.parametrize(("game", "size"), [("two_heirs", (1280, 800)), ("chess", (390, 844)), ("goofspiel", (1280, 800))])
def test_axe_finds_nothing_serious_at_the_table(chromium: Any, base: str, game: str, size: tuple[int, int]) -> None:
    names = {"two_heirs": ("White", "Blue"), "chess": ("White", "Black"), "goofspiel": ("Player1", "Player2")}[game]
    scheme = "dark" if game == "goofspiel" else "light"
    page = opened(chromium, base, game, {names[0]: "here", names[1]: "random"}, size, color_scheme=scheme)
    page.wait_for_function(READY)
    page.wait_for_timeout(500)
    assert serious(page) == []
    page.context.close()


def serious(page: Any) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in {"serious", "critical"}]


def test_the_keyboard_alone_is_enough(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "tic_tac_toe", {"X": "here", "O": "random"})
    page.wait_for_function(READY)
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.table.view.events.length >= 1")
    page.wait_for_function(READY)
    page.keyboard.press("/")
    page.keyboard.type("mark")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.table.view.events.length >= 3")
    assert page.evaluate("() => document.getElementById('polite').textContent") != ""
    page.context.close()


def test_no_touch_is_lost_while_the_table_is_drawn_anew(chromium: Any, base: str) -> None:
    """Something comes while the finger is down: it waits until the finger is up, and the touch means what was seen."""
    page = opened(chromium, base, "chess", {"White": "here", "Black": "link"})
    page.wait_for_function(READY)
    page.wait_for_function("() => !window.table.wire.open.size")
    box = page.locator('[data-ref="c:board:e2"]').bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("() => { window.table.wire.ask({ do: 'say', text: 'hello' }) }")
    page.wait_for_function("() => window.table.wire.held?.length")
    page.mouse.up()
    assert len(page.evaluate("() => window.table.selection.chosen")) == 1
    page.wait_for_function("() => window.table.view.events.some((e) => e.text === 'hello') && !window.table.wire.held")
    assert len(page.evaluate("() => window.table.selection.chosen")) == 1
    page.context.close()


def test_a_forbidden_touch_is_answered_in_words_of_the_rules(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "chess", {"White": "here", "Black": "random"})
    page.wait_for_function(READY)
    page.click('[data-ref="c:board:a1"]')
    page.wait_for_selector("#why")
    said = page.inner_text("#why")
    assert said and "requires" not in said and "_" not in said
    page.click("#why .link")
    page.wait_for_function("() => document.getElementById('book').src.includes('/book/')")
    page.context.close()


def test_a_struck_out_action_says_why_not_and_opens_its_rule(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "two_heirs", {"White": "here", "Blue": "random"})
    page.wait_for_function(READY)
    page.click('.verbs button.no[data-verb="construct"]', force=True)  # it is marked as not to be done
    page.wait_for_selector("#why")
    assert "It has to be a tile in your hand." in page.inner_text("#why")
    page.click("#why .link")
    page.wait_for_function("() => document.getElementById('book').src.endsWith('#r-construct')")
    page.context.close()


def test_a_whole_match_with_the_keyboard_alone(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "tic_tac_toe", {"X": "here", "O": "random"})
    for _ in range(5):
        page.wait_for_function(
            "() => window.table?.wire && !window.table.wire.open.size && (window.table.view.decision || window.table.view.outcome)"
        )
        if page.evaluate("() => Boolean(window.table.view.outcome)"):
            break
        before = page.evaluate("() => window.table.view.events.length")
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => window.table.view.events.length > {before}")
    page.wait_for_function("() => window.table.view.outcome")
    page.context.close()


def test_one_device_for_two_has_a_curtain_and_forgets(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "leduc_poker", {"Player1": "here", "Player2": "here"})
    page.wait_for_selector("[data-curtain]")
    assert page.evaluate("() => window.table") is None  # nothing of any seat is here
    first = page.get_attribute("[data-curtain]", "data-curtain")
    page.click("[data-curtain]")
    page.wait_for_function(READY)
    own = page.evaluate("() => window.table.view.places.find((p) => p.role === 'own' && p.shape === 'hand').pieces[0].name")
    for _ in range(3):
        page.click(".verbs button:not(.no)")
        try:
            page.wait_for_selector("[data-curtain]", timeout=8000)
            break
        except Exception:  # it is still the same player's turn
            page.wait_for_function(READY)
    page.wait_for_selector("[data-curtain]")
    assert page.get_attribute("[data-curtain]", "data-curtain") != first
    assert f">{own}<" not in page.content() and f'"name": "{own}"' not in page.content()
    page.context.close()


def test_nothing_is_cut_off_on_a_small_phone(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "two_heirs", {"White": "here", "Blue": "random"}, (360, 640), has_touch=True)
    page.wait_for_function(READY)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    for name in ("Log", "Score", "Rules", "Table"):
        page.click(f"#tabs >> text={name}")
    box = page.evaluate("() => document.querySelector('.main-board svg').getBoundingClientRect().height")
    assert box > 80
    page.context.close()


def test_without_a_network_nothing_is_lost_and_nothing_doubled(chromium: Any, base: str) -> None:
    """The page says that it is cut off, and what was touched meanwhile is sent once, when the network is back."""
    page = opened(chromium, base, "tic_tac_toe", {"X": "here", "O": "link"})
    page.wait_for_function(READY)
    page.context.set_offline(True)
    page.wait_for_selector("#lost:not([hidden])")
    page.click('[data-ref="c:board:b2"]')
    page.context.set_offline(False)
    page.wait_for_function("() => window.table.view.events.length === 1 && document.getElementById('lost').hidden")
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.table.view.events.map((e) => e.text)") == ["X marks b2."]
    page.context.close()


def test_cells_are_large_enough_for_a_finger(chromium: Any, base: str) -> None:
    """Ten cells do not fit on a phone: the board is panned, and what lies at its far corner can be brought from under everything else."""
    page = opened(chromium, base, "amazons", {"White": "here", "Black": "random"}, (360, 740), has_touch=True)
    page.wait_for_function(READY)
    sizes = page.evaluate("() => [...document.querySelectorAll('.main-board .ground')].map((e) => e.getBoundingClientRect().width)")
    assert len(sizes) == 100 and min(sizes) > 43.5
    page.wait_for_selector(".boards.more-right")
    for corner in ("a1", "j1", "a10", "j10"):
        assert page.evaluate(POINT, f"c:board:{corner}") is not None
    page.context.close()


def test_a_crowd_is_counted_by_kind(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "tic_tac_toe", {"X": "here", "O": "random"})
    page.wait_for_function(READY)
    counted = page.evaluate("""async () => {
      const { crowded } = await import('/static/js/draw.js');
      const man = (n, owner) => ({ id: `p:${owner}${n}`, kind: 'Man', look: `Man.${owner}`, owner, say: 'man' });
      const all = [...Array(9).keys()].flatMap((n) => [man(n, 'Red'), man(n, 'Blue')]);
      const marks = { next: new Set(['p:Red3']), soft: new Set(), chosen: [], fresh: new Set(), hinted: [] };
      const { small, heaps } = crowded(all, [], marks);
      const few = crowded(all.slice(0, 12), [], marks);
      return [small.map((p) => p.id), heaps.map((h) => [h.look, h.count]), few.small.length, few.heaps.length];
    }""")
    assert counted == [["p:Red3"], [["Man.Red", 8], ["Man.Blue", 9]], 12, 0]
    page.context.close()


def test_a_board_of_hexagons_is_turned_on_a_phone_and_seen_whole_at_wish(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "hex", {"Red": "here", "Blue": "random"}, (390, 844), has_touch=True)
    page.wait_for_function(READY)
    across = "() => [...document.querySelectorAll('.main-board .ground')].map((e) => e.getBoundingClientRect())"
    wide = page.evaluate(
        f"() => {{ const all = ({across})(); return Math.max(...all.map((r) => r.right)) - Math.min(...all.map((r) => r.left)) }}"
    )
    assert wide < 44.5 * 11  # not the sixteen and a half cells of the board as it lies on a table
    for _ in range(2):
        if page.evaluate("() => document.querySelector('.main-board').classList.contains('large')"):
            page.click(".zoom button[aria-label=Smaller]")
    boxes = page.evaluate(across)
    assert all(box["left"] >= 0 and box["right"] <= 390 for box in boxes)
    page.reload()
    page.wait_for_function(READY)
    assert all(box["left"] >= 0 and box["right"] <= 390 for box in page.evaluate(across))  # as it was left
    page.context.close()


def test_what_is_the_same_stays_and_what_has_changed_is_drawn(chromium: Any, base: str) -> None:
    """Elements of untouched cells are kept; drawn from nothing the page looks the same."""
    page = opened(chromium, base, "two_heirs", {"White": "here", "Blue": "random"})
    page.wait_for_function(READY)
    page.wait_for_function("() => window.table.known.scores && !window.table.wire.open.size")
    page.evaluate("() => { window.first = document.querySelector('.main-board .cell') }")
    for _ in range(6):
        page.evaluate("""async () => { const t = window.table; const o = t.selection.remaining()[0];
          await t.wire.ask({ do: 'choose', decision: t.view.decision.id, verb: o.group.verb, parts: o.parts, sure: true }) }""")
        page.wait_for_function("() => window.table.view.decision && !window.table.wire.open.size && !window.table.asking")
    looks = "() => ['boards', 'side', 'tray', 'log', 'scores', 'top'].map((id) => document.getElementById(id).innerHTML)"
    page.evaluate("() => window.table.draw()")
    kept = page.evaluate(looks)
    assert page.evaluate("() => window.first.isConnected")
    page.evaluate("""() => {
      for (const id of ['boards', 'side', 'tray', 'log', 'scores', 'top']) document.getElementById(id).replaceChildren();
      window.table.draw() }""")
    assert page.evaluate(looks) == kept
    page.context.close()


def test_the_end_stands_beside_the_table(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "tic_tac_toe", {"X": "here", "O": "random"})
    page.wait_for_function(READY)
    page.evaluate("() => window.table.wire.ask({ do: 'resign' })")
    page.wait_for_function("() => window.table.view.outcome")
    page.reload()
    page.wait_for_selector("dialog.beside[open]")
    end = page.evaluate("() => document.querySelector('dialog.beside').getBoundingClientRect().left")
    assert page.evaluate("() => document.querySelector('.main-board svg').getBoundingClientRect().right") <= end
    page.click("dialog.beside [aria-label=Close]")
    page.wait_for_function("() => !document.querySelector('dialog') && !document.querySelector('.ended')")
    page.context.close()


def test_a_seat_is_handed_on_with_a_link_and_a_code(chromium: Any, base: str) -> None:
    page = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(base + "/g/connect_four", timeout=60_000)
    page.click("[data-seat=Red] [data-value=link]")
    assert "The match begins at once; Red can sit down later." in page.inner_text("#begin")
    page.click("#start")
    page.wait_for_selector(".link-box code")
    box = page.evaluate("() => document.querySelector('.qr path:last-of-type').getBoundingClientRect().toJSON()")
    assert box["width"] > 80 and box["height"] > 80  # it is drawn, not only there
    friend = chromium.new_context().new_page()
    friend.goto(page.inner_text(".link-box code").replace("http://localhost", base.rsplit(":", 1)[0]))
    friend.wait_for_url("**/m/**")
    friend.wait_for_function("() => window.table?.view.viewer === 'Red'")
    page.context.close()
    friend.context.close()


def test_a_ring_beside_the_board_is_a_strip_on_a_phone(chromium: Any, base: str) -> None:
    page = opened(chromium, base, "two_heirs", {"White": "here", "Blue": "random"}, (390, 844), has_touch=True)
    page.wait_for_function(READY)
    tiles = page.evaluate(
        "() => [...document.querySelectorAll('[data-place=\"x:reserve\"] .cell')].map((e) => e.getBoundingClientRect().toJSON())"
    )
    assert len(tiles) == 7 and max(tile["y"] for tile in tiles) - min(tile["y"] for tile in tiles) < 5
    assert min(tile["width"] for tile in tiles) > 44
    first = page.evaluate("() => document.querySelector('[data-place=\"x:reserve\"] .cell').getAttribute('aria-label')")
    assert "hield" in first  # it begins at its marker
    page.context.close()
