-- What members of a club often ask, with the answers: all of a club in one row, as they are written and read together.
create table club_faqs (
  community_id bigint primary key references communities on delete cascade,
  -- In their order, each by language.
  questions jsonb not null,
  revision integer not null default 1
);
