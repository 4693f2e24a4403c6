"""The commands of the group `upstream`."""

from __future__ import annotations

from verif.cli import upstream, upstream_check, upstream_claims, upstream_report, upstream_versus

app = upstream.app
app.command(name="check")(upstream_check.check_command)
app.command(name="claims")(upstream_claims.claims_command)
app.command(name="report")(upstream_report.report_command)
app.command(name="versus")(upstream_versus.versus_command)
