-- When staff divided what was left to be paid anew: from then on it is asked for by other invoices.
alter table invoices add column replaced_at timestamptz;
