-- Lets go who bought, of documents that no law wants it of any more (docs/decisions/0110): so many at most, whose
-- ids it tells. By the right of who owns the tables, whoever calls it.
create or replace function forget_kept_buyers(most integer) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  update tax_documents
     set buyer_name = '', buyer_address = null, buyer_gstin = null, buyer_kept_until = null
   where id = any (array(select id from tax_documents where buyer_kept_until < current_date
                          limit most for update skip locked))
  returning id
$$;
