"""The version of the project, which its package has too."""

VERSION = "0.1.0"
