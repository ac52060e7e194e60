-- Files of the library count among the bytes that a brand keeps; they are summed from the index alone, as uploads were.
create index media_kept_of_brand on media (brand_id) include (bytes) where owner_id is not null or is_in_library;
drop index media_of_brand;
