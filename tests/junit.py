"""A check of JUnit reports."""

from xml.etree import ElementTree

# The attributes and the allowed child elements of each element.
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
    """Assert that an element and all elements inside it are valid."""
    attributes, children = JUNIT[element.tag]
    assert set(element.keys()) == attributes
    for child in element:
        assert child.tag in children
        check_junit(child)
