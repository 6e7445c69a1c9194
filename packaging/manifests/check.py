#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares each manifest with the fields that its tool asks for, and its version with the
header's. The tools have more rules; these are the ones that their documents name."""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

import jsonschema
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from follow import block_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = {'type': 'string', 'minLength': 1}
STRINGS = {'type': 'array', 'items': TEXT, 'minItems': 1}
VERSION = {'type': 'string', 'pattern': r'^\d+\.\d+\.\d+$'}


def fields(required, **properties):
    return {'type': 'object', 'required': required, 'properties': properties,
            'additionalProperties': False}


ARDUINO = fields(
    ['name', 'version', 'author', 'maintainer', 'sentence', 'paragraph', 'category', 'url',
     'architectures'],
    name={'type': 'string', 'pattern': r'^[A-Za-z0-9][\w .-]{0,62}$'}, version=VERSION,
    author=TEXT, maintainer=TEXT, sentence=TEXT, paragraph=TEXT, url={'type': 'string'},
    architectures=TEXT, includes=TEXT, license=TEXT,
    category={'enum': ['Display', 'Communication', 'Signal Input/Output', 'Sensors',
                       'Device Control', 'Timing', 'Data Storage', 'Data Processing', 'Other']})

PLATFORMIO = fields(
    ['name', 'version', 'description', 'license', 'build'],
    name={'type': 'string', 'maxLength': 100, 'pattern': r'^[^:;/,@<>]+$'}, version=VERSION,
    description={'type': 'string', 'maxLength': 1000}, license=TEXT, headers=TEXT,
    keywords={'type': 'array',
              'items': {'type': 'string', 'maxLength': 50, 'pattern': r'^[a-z\d\-+. ]+$'}},
    authors={'type': 'array', 'items': fields(['name'], name=TEXT, maintainer={'type': 'boolean'})},
    frameworks=TEXT, platforms=TEXT, export=fields(['include'], include=STRINGS),
    build=fields(['includeDir', 'srcDir', 'srcFilter'], includeDir=TEXT, srcDir=TEXT,
                 srcFilter=STRINGS, flags=STRINGS))

ESP_IDF = fields(['version', 'description', 'license'], version=VERSION, description=TEXT,
                 license=TEXT, files=fields([], include=STRINGS, exclude=STRINGS))

# The page's manifest; a project is of a remote that the manifest names.
WEST = fields(
    ['manifest'], manifest=fields(
        ['remotes', 'projects'],
        remotes={'type': 'array', 'items': fields(['name', 'url-base'], **{'name': TEXT,
                                                                          'url-base': TEXT})},
        projects={'type': 'array', 'items': fields(
            ['name', 'remote'], **{'name': TEXT, 'remote': TEXT, 'revision': TEXT, 'path': TEXT,
                                   'import': {'type': 'boolean'}})}))

ZEPHYR = fields(['build'], name=TEXT, build=fields(['cmake', 'kconfig'], cmake=TEXT, kconfig=TEXT))

CITATION = fields(['cff-version', 'message', 'title', 'authors', 'version'],
                  title=TEXT, message=TEXT, abstract=TEXT, version=VERSION, license=TEXT,
                  type={'enum': ['software', 'dataset']}, **{'cff-version': {'const': '1.2.0'}},
                  authors={'type': 'array', 'minItems': 1, 'items': fields(['name'], name=TEXT)})


# A package of catkin: its names and its numbers; the check of packaging/ros builds it.
CATKIN = {'type': 'object', 'required': ['name', 'version', 'description', 'maintainer', 'license'],
          'properties': dict(name=TEXT, version=VERSION, description=TEXT, license=TEXT)}


def elements(text):
    return {element.tag: element.text for element in xml.etree.ElementTree.fromstring(text)}


def properties(text):
    return dict(line.split('=', 1) for line in text.splitlines())


MANIFESTS = [
    ('packaging/arduino/library.properties', properties, ARDUINO),
    ('library.json', json.loads, PLATFORMIO),
    ('idf_component.yml', yaml.safe_load, ESP_IDF),
    ('zephyr/module.yml', yaml.safe_load, ZEPHYR),
    ('packaging/ros/oct9_server/package.xml', elements, CATKIN),
    ('CITATION.cff', yaml.safe_load, CITATION),
]


def west():
    """Whether the page's manifest is one."""
    manifest = yaml.safe_load(block_of('Zephyr', '`west.yml`:'))
    jsonschema.validate(manifest, WEST)
    remotes = {remote['name'] for remote in manifest['manifest']['remotes']}
    projects = {project['name']: project for project in manifest['manifest']['projects']}
    module = yaml.safe_load((ROOT / 'zephyr/module.yml').read_text())
    if set(projects) != {'zephyr', module['name']}:
        raise ValueError(f'projects {set(projects)}')
    if {project['remote'] for project in projects.values()} - remotes:
        raise ValueError('a remote that is not named')


def main():
    header = (ROOT / 'include/oct9/version.h').read_text()
    version = '.'.join(re.findall(r'#define OCT9_VERSION_[A-Z]+ (\d+)$', header, re.M))
    passed = failed = 0
    for path, parse, schema in MANIFESTS:
        try:
            manifest = parse((ROOT / path).read_text())
            jsonschema.validate(manifest, schema)
            if manifest.get('version', version) != version:
                raise ValueError(f'version {manifest["version"]}, not {version}')
            passed += 1
        except (ValueError, jsonschema.ValidationError) as error:
            print(f'{path}: {error}')
            failed += 1
    try:
        west()
        passed += 1
    except (ValueError, yaml.YAMLError, jsonschema.ValidationError) as error:
        print(f'docs/packaging.md, west.yml: {error}')
        failed += 1
    print(f'{passed} passed, {failed} failed')
    raise SystemExit(failed != 0)


if __name__ == '__main__':
    main()
