-- What staff say of points that they give or take.
alter table user_scores add column note text;
