alter table course_days add column is_selfie_required boolean not null default false;
