-- The pictures and films of the library that an article's texts show.
create table article_files (
  article_id bigint not null references articles on delete cascade,
  media_id bigint not null references media on delete cascade,
  primary key (article_id, media_id)
);
create index article_files_media on article_files (media_id);

-- The files of the library that banners and articles show, besides those of courses (media_uses).
drop view shown_pictures;
create view shown_files as
  select brand_id, picture_id as media_id, 'banner' as kind, id, texts from banners where picture_id is not null
  union all
  select c.brand_id, a.picture_id, 'article', a.id, a.texts from articles a join communities c on c.id = a.community_id
  where a.picture_id is not null
  union all
  select c.brand_id, f.media_id, 'article', a.id, a.texts from article_files f join articles a on a.id = f.article_id
  join communities c on c.id = a.community_id where f.media_id is distinct from a.picture_id;
