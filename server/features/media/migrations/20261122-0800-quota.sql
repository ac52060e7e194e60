-- The bytes of a brand's uploads are summed from the index alone.
create index media_of_brand on media (brand_id) include (bytes) where owner_id is not null;
