-- An article whose picture goes stays without one.
alter table articles
  drop constraint articles_picture_id_fkey,
  add constraint articles_picture_id_fkey foreign key (picture_id) references media on delete set null;
