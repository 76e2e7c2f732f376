
E = "titledeed.engine."
S = E + "state.State"
LOCALS = {
    ("s", S): "state", ("t", E + "mutations.Mutator"): "tx", ("p", "titledeed.language.sentence_parts.SentenceParts"): "parts",
    ("s", "titledeed.game.session.Session"): "session", ("s", "titledeed.game.session_base.SessionBase"): "session", ("s", E + "rules_data.Space"): "space", ("s", E + "record.Seat"): "seat",
    ("desk", "titledeed.ui.state.AppState"): "app", ("sight", "titledeed.ui.views.context.ViewContext"): "ctx",
    ("because", "*"): "clauses", ("done", "titledeed.ui.page_port.Gesture"): "gesture",
    ("n", "titledeed.ui.state.Notice"): "notice", ("c", E + "state.Claim"): "claim", ("e", "titledeed.game.history.Entry"): "entry", ("e", E + "events.Event"): "event",
    ("k", "titledeed.peers.device.base.PeerConnection"): "conn", ("link", "titledeed.peers.device.base.PeerConnection"): "conn", ("way", "titledeed.peers.device.base.PeerConnection"): "conn",
    ("way", "titledeed.peers.sdp_codec.ConnectionDescription"): "description", ("place", "titledeed.peers.replicated_log.SeatHolder"): "holder", ("p", "titledeed.peers.replicated_log.SeatHolder"): "holder",
    ("p", "titledeed.odds.features.OpenState"): "position", ("ledger", "titledeed.peers.replicated_log.ReplicatedLog"): "log", ("mine", "titledeed.peers.replicated_log.ReplicatedLog"): "own_log", ("own", "titledeed.peers.replicated_log.ReplicatedLog"): "own_log",
    ("words", "titledeed.ui.lab.views.figure_format.FigureFormat"): "figures", ("sheet", "titledeed.ui.state.OpenDialog"): "dialog", ("sheet", "titledeed.ui.lab.views.lessons.state.WorksheetState"): "worksheet",
    ("folder", "titledeed.ui.lab.views.lessons.state.WorksheetsState"): "worksheets", ("shown", "titledeed.ui.devices.views.dialog.DevicesViewState"): "devices_state", ("held", "titledeed.game.bot_offer_inbox.PendingOffer"): "pending",
    ("level", "builtins.int"): "level",
}
LOCALS = {k: v for k, v in LOCALS.items() if k[0] != v}
ATTRS = {
    ("s", S): "state",
    ("desk", "titledeed.ui.state.AppState"): "app", ("because", "*"): "clauses", ("sight", "titledeed.ui.views.context.ViewContext"): "ctx", ("ledger", "titledeed.peers.replicated_log.ReplicatedLog"): "log",
    ("sheet", "titledeed.ui.state.OpenDialog"): "dialog",
}
