"""The group `upstream`: its commands together."""

from __future__ import annotations

from verif.cli import upstream, upstream_check, upstream_claims, upstream_report

app = upstream.app
app.command(name="check")(upstream_check.check_command)
app.command(name="claims")(upstream_claims.claims_command)
app.command(name="report")(upstream_report.report_command)
