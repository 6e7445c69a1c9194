#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Whether each link of each page in a package leads to a file or folder that is in it, too.
The packages that take pages along are PlatformIO's (library.json) and ESP-IDF's
(idf_component.yml); Arduino's has none, and Zephyr and CMake take the checkout."""
import json
import os
import pathlib
import re

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r'\]\(([^()#\s]+)[^()]*\)|\b(?:src|href)="([^"#]+)[^"]*"')


def platformio():
    """What the manifest exports, by file and by folder."""
    return json.loads((ROOT / 'library.json').read_text())['export']['include']


def esp_idf():
    """What the manifest includes, by glob; all else is excluded."""
    files = yaml.safe_load((ROOT / 'idf_component.yml').read_text())['files']
    return files['include'] if files['exclude'] == ['**/*'] else []


def packed(names):
    """The files and folders of a package, from the root."""
    files = set()
    for name in names:
        for path in ROOT.glob(name):
            files |= {path} if path.is_file() else {p for p in path.rglob('*') if p.is_file()}
    inside = {path.relative_to(ROOT) for path in files}
    return inside | {folder for path in inside for folder in path.parents}


def dead(page, inside):
    """The links of a page that lead out of the package or to nothing."""
    for link in LINK.findall((ROOT / page).read_text()):
        target = ''.join(link)
        path = pathlib.Path(os.path.normpath(page.parent / target))
        if not re.match(r'[a-z]+:', target) and path not in inside:
            yield target


def main():
    passed = failed = 0
    for package in (platformio, esp_idf):
        inside = packed(package())
        pages = sorted(path for path in inside if path.suffix == '.md')
        if pathlib.Path('README.md') not in pages:
            raise SystemExit(f'links: {package.__name__} has no README.md')
        for page in pages:
            links = list(dead(page, inside))
            for link in links:
                print(f'{package.__name__}: {page}: {link} is not in the package')
            passed, failed = passed + (not links), failed + bool(links)
    print(f'{passed} passed, {failed} failed')
    raise SystemExit(failed != 0)


if __name__ == '__main__':
    main()
