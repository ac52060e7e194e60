-- Events are only ever added at the end, so a summary of each stretch finds the old ones; it costs a write next to nothing.
drop index live_events_created;
create index live_events_created on live_events using brin (created_at) with (autosummarize = on);
