"""Draw the pictures of link previews, one for each game, from the page's own art: python -m tools.cards (needs
Chromium and the built page)."""

import base64
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from quincunx.games import GAMES
from tests.web.drive import Hall, find_chromium, launched

PUBLIC = Path(__file__).parent.parent / "web" / "public"
SIZE = {"width": 1200, "height": 630}
CARD = """<body style="margin:0;height:630px;background:{colour};color:#fff;font:700 84px/1.1 'DejaVu Sans',sans-serif;
display:grid;grid-template-columns:600px 1fr;align-items:center;gap:40px;padding:0 50px;box-sizing:border-box">
<img src="data:image/png;base64,{art}" style="width:600px;border-radius:60px">
<div>{title}<div style="display:flex;align-items:center;gap:18px;font-size:38px;margin-top:36px;opacity:.85">
<span style="width:64px">{logo}</span>Quincunx</div></div></body>"""


def main() -> None:
    """Write all pictures."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("Chromium is not installed (tools/system-packages installs it)")
    logo = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    (PUBLIC / "cards").mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launched(playwright, chromium) as browser:
        hall = Hall(Path(folder))
        hall.start()
        lobby = browser.new_page(device_scale_factor=3)
        lobby.goto(hall.url)
        for spec in GAMES:
            art = base64.b64encode(lobby.locator(f".game[data-game={spec.slug}] .art").screenshot()).decode()
            card = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]  # a size
            card.set_content(CARD.format(colour=spec.colour, art=art, title=escape(spec.title), logo=logo))
            card.screenshot(path=PUBLIC / "cards" / f"{spec.slug}.png")
            print(spec.slug)
        hall.stop()


if __name__ == "__main__":
    main()
