-- A refund that was done may still come back to the school, as from a card that is closed.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in
  ('payment', 'refund', 'refund_reversal', 'chargeback', 'chargeback_reversal'));
