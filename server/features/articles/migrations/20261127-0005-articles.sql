-- What a club's members read; public ones are for everybody.
create table articles (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities on delete cascade,
  -- By language: title, lead and body.
  texts jsonb not null,
  picture_id bigint references media,
  is_public boolean not null,
  sort integer not null,
  -- Null for a draft; what is to come is scheduled.
  published_at timestamptz,
  views integer not null default 0,
  revision integer not null default 1,
  client_key text,
  created_at timestamptz not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('english', translate(coalesce(texts #>> '{en,title}', ''), 'ёЁ', 'ее')), 'A')
    || setweight(to_tsvector('russian', translate(coalesce(texts #>> '{ru,title}', ''), 'ёЁ', 'ее')), 'A')
    || setweight(to_tsvector('spanish', translate(coalesce(texts #>> '{es,title}', ''), 'ёЁ', 'ее')), 'A')
    || to_tsvector('english', translate(coalesce(texts #>> '{en,lead}', '') || ' ' || coalesce(texts #>> '{en,body}', ''), 'ёЁ', 'ее'))
    || to_tsvector('russian', translate(coalesce(texts #>> '{ru,lead}', '') || ' ' || coalesce(texts #>> '{ru,body}', ''), 'ёЁ', 'ее'))
    || to_tsvector('spanish', translate(coalesce(texts #>> '{es,lead}', '') || ' ' || coalesce(texts #>> '{es,body}', ''), 'ёЁ', 'ее'))
  ) stored,
  unique (community_id, client_key)
);
create index articles_of_club on articles (community_id, sort, published_at desc);
create index articles_search on articles using gin (search);
create index articles_picture on articles (picture_id) where picture_id is not null;

-- Who likes an article or keeps it.
create table article_marks (
  article_id bigint not null references articles on delete cascade,
  user_id bigint not null references users on delete cascade,
  is_liked boolean not null default false,
  is_favourite boolean not null default false,
  primary key (article_id, user_id)
);
create index article_marks_user on article_marks (user_id);

-- Who was counted as a reader on a day of their own; kept only as long as that day lasts anywhere.
create table article_views (
  article_id bigint not null references articles on delete cascade,
  user_id bigint not null references users on delete cascade,
  day date not null,
  primary key (article_id, user_id, day)
);
create index article_views_user on article_views (user_id);
create index article_views_day on article_views (day);

-- The pictures of the library that banners and articles show, besides those of courses (media_uses).
create view shown_pictures as
  select brand_id, picture_id, texts from banners where picture_id is not null
  union all
  select c.brand_id, a.picture_id, a.texts from articles a join communities c on c.id = a.community_id
  where a.picture_id is not null;
