"""The version of the project and of its package."""

VERSION = "0.2.0"
