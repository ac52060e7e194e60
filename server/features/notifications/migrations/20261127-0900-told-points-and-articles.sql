alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('reminder', 'message', 'verdict', 'alert', 'refund', 'payment',
  'points', 'article', 'consultation', 'consultation_day', 'consultation_soon'));

-- Entries of the points up to this one were looked at for whom they belong to.
create table told_points (
  is_only boolean primary key default true check (is_only),
  last_score_id bigint not null
);
insert into told_points (last_score_id) select coalesce(max(id), 0) from user_scores;

-- Members of clubs were told of articles that were published up to this time.
create table told_articles (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into told_articles (until) values (now());
