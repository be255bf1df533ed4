"""JUnit's reports as their readers know them."""

from xml.etree import ElementTree

# The elements and attributes that JUnit's readers know, with those that must be there.
JUNIT = {
    "testsuites": ({"name", "tests", "failures", "errors", "skipped"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, {"testcase", "system-out"}),
    "testcase": ({"name", "classname"}, {"properties", "failure", "error"}),
    "properties": (set(), {"property"}),
    "property": ({"name", "value"}, set()),
    "failure": ({"message", "type"}, set()),
    "error": ({"message", "type"}, set()),
    "system-out": (set(), set()),
}


def check_junit(element: ElementTree.Element) -> None:
    attributes, children = JUNIT[element.tag]
    assert set(element.keys()) == attributes
    for child in element:
        assert child.tag in children
        check_junit(child)
