-- What the school signs with: its web-push key pair (base64url) and the secret behind links in letters. One row, made at the
-- first start by whichever node comes first.
create table notification_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null,
  link_secret text not null,
  created_at timestamptz not null default now()
);

-- Where a device is reached; it goes with the session that it was given in.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);

create table reminders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- By ISO 8601: 1 is Monday.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  -- 'HH:MM' of the person's own clock.
  local_time text not null check (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  text text not null default '',
  is_enabled boolean not null default true,
  -- When it comes next and for which local date; null while it is switched off.
  next_at timestamptz,
  next_on date,
  -- The local date that it last came for, so that another time zone does not bring it twice a day.
  sent_on date,
  -- The person lives by another clock than the one that next_at was made for.
  has_moved boolean not null default false,
  client_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, client_key)
);
create index reminders_next on reminders (next_at) where next_at is not null;
create index reminders_moved on reminders (id) where has_moved;

create function move_reminders() returns trigger language plpgsql as $$
begin
  update reminders set has_moved = true where user_id = new.id and next_at is not null;
  return null;
end $$;
create trigger move_reminders after update of timezone on users for each row
  when (old.timezone is distinct from new.timezone) execute function move_reminders();

-- What somebody is to be told once, be it on several devices or by a letter.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('reminder', 'message', 'verdict')),
  -- What it is about: ids alone, which are looked up when it is delivered.
  data jsonb not null,
  -- The same again is the same notice.
  key text not null,
  created_at timestamptz not null,
  -- After that it is not worth telling any more.
  expires_at timestamptz not null,
  delivered_at timestamptz,
  unique (user_id, key)
);
create index notices_created on notices (created_at);

-- One way that a notice takes, until it has arrived or is given up; without a device it is a letter, or its device has gone.
create table notice_deliveries (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices on delete cascade,
  is_letter boolean not null,
  subscription_id bigint references push_subscriptions on delete set null,
  attempts integer not null default 0,
  -- Claimed by being put off: should its node die, another takes it then.
  due_at timestamptz not null
);
create index notice_deliveries_due on notice_deliveries (due_at);
create index notice_deliveries_notice on notice_deliveries (notice_id);
create index notice_deliveries_subscription on notice_deliveries (subscription_id) where subscription_id is not null;

-- Messages of staff up to this one were looked at for learners who have no page open.
create table told_messages (
  is_only boolean primary key default true check (is_only),
  last_message_id bigint not null
);
insert into told_messages (last_message_id) select coalesce(max(id), 0) from chat_messages;
