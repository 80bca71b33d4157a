"""Draw the page's icons for home screens from its own `favicon.svg`: python -m tools.icons (needs Chromium)."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.drive import find_chromium, launched

PUBLIC = Path(__file__).parent.parent / "web" / "public"
ICONS = {"icon-192.png": (192, 0.0), "icon-512.png": (512, 0.0), "icon-maskable.png": (512, 0.1)}
"""By file: pixels, and the share of each side that a mask may cut away."""
GROUND = "#10302d"


def main() -> None:
    """Write all icons."""
    drawing = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("Chromium is not installed (tools/system-packages installs it)")
    with sync_playwright() as playwright, launched(playwright, chromium) as browser:
        for name, (size, margin) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = GROUND if margin else "transparent"
            inner = round(size * (1 - 2 * margin))
            style = f"margin:0;display:grid;place-content:center;height:100vh;background:{ground}"
            page.set_content(f"<body style='{style}'><div style='width:{inner}px'>{drawing}</div></body>")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            print(name)


if __name__ == "__main__":
    main()
