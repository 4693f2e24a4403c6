"""`make sessions` writes the output of commands into documents, and nothing else."""

from tests.sessions import answered


def test_the_output_of_a_command_is_replaced():
    text = "A\n\n```console\n$ layout-verif eval 4:1\nold\n$ pip install .\n```\n\nB\n"
    assert answered(text) == text.replace("old", "4:1")


def test_sessions_that_prove_are_unchanged():
    text = "```console\n$ layout-verif prove mine.py\nold\n```\n"
    assert answered(text) == text


def test_a_command_without_output_is_unchanged():
    text = "```console\n$ layout-verif serve\n```\n"
    assert answered(text) == text


def test_text_outside_of_sessions_is_unchanged():
    text = "```text\n$ layout-verif eval 4:1\nold\n```\n"
    assert answered(text) == text
