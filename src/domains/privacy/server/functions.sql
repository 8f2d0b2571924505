-- How somebody is forgotten in tables to which rows are only added (docs/decisions/0110).

-- A person's present account and those that were joined to it.
create or replace function ids_of_person(person uuid) returns uuid[] language sql stable as $$
  select array[person] || coalesce(array_agg(id), '{}') from joined_accounts where learner_id = person
$$;

-- What names a person, the longest first: words that would be found in much else are left out.
create or replace function words_of_person(person uuid) returns text[] language sql stable as $$
  with ids as (select unnest(ids_of_person(person)) as id),
       bought as (select o.id from orders o join ids on ids.id = o.learner_id),
       told as (select l.before, l.after from audit_log l join ids on l.subject_id = ids.id::text
                 where l.subject_kind = 'learner'),
       known (word) as (
         select unnest(array[u.email, u.name, u.phone, u.google_subject]) from users u join ids using (id)
         union select unnest(array[email, name]) from joined_accounts where learner_id = person
         union select unnest(array[buyer_name, buyer_email]) from receipts join bought on bought.id = order_id
         union select printed_name from certificates join ids on ids.id = learner_id
         union select printed ->> 'printedName' from replaced_certificates
                 where replaced_by in (select c.id from certificates c join ids on ids.id = c.learner_id)
         union select unnest(array[buyer_name, buyer_email, buyer_address, buyer_gstin])
                 from tax_documents join ids on ids.id = learner_id
         union select unnest(array[business_name, address, gstin])
                 from buyer_tax_details join ids on ids.id = learner_id
         union select unnest(array[buyer_business_name, buyer_address, buyer_gstin])
                 from order_tax join bought on bought.id = order_id
         union select email from email_changes join ids on ids.id = user_id
         union select one.value from told, jsonb_each_text(told.before) one
                 where jsonb_typeof(told.before) = 'object' and one.key in ('email', 'name')
         union select one.value from told, jsonb_each_text(told.after) one
                 where jsonb_typeof(told.after) = 'object'
                   and one.key in ('email', 'name', 'email_to_confirm', 'email_to_join'))
  select coalesce(array_agg(word order by char_length(word) desc, word), '{}')
    from (select distinct word from known
           where char_length(btrim(word)) >= 3 and word not in ('Erased account', '[erased]')
             and word not like 'erased-%@erased.invalid') distinct_words
$$;

-- Addresses that are or were the person's, and nobody else's now.
create or replace function emails_of_person(person uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct email), '{}')
    from (select email from users where id = any (ids_of_person(person))
          union select email from joined_accounts where learner_id = person
          union select before ->> 'email' from audit_log
                 where subject_kind = 'learner' and subject_id = any (ids_of_person(person)::text[])
                   and jsonb_typeof(before) = 'object' and before ->> 'email' like '%@%') known
   where email like '_%@_%' and email not like 'erased-%@erased.invalid'
     and not exists (select from users u where u.email = known.email and u.id <> person)
$$;

-- The same for a copy: of a former address that somebody else had, too, what was mailed there may be theirs.
create or replace function emails_of_person_alone(person uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(known.email), '{}')
    from unnest(emails_of_person(person)) known (email)
   where exists (select from users u where u.email = known.email and u.id = person)
      or not exists (select from joined_accounts j where j.email = known.email and j.learner_id <> person)
     and not exists (
       select from audit_log l
        -- By an index.
        where l.searched like '%' || replace(replace(replace(known.email, '\', '\\'), '%', '\%'), '_', '\_') || '%'
          and l.subject_kind = 'learner' and l.subject_id <> all (ids_of_person(person)::text[])
          and jsonb_typeof(l.before) = 'object' and l.before ->> 'email' = known.email)
$$;

-- Whatever its capitals.
create or replace function without_words(said text, words text[]) returns text language plpgsql immutable as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(lower(said), lower(word)) > 0 then
      said := regexp_replace(said, regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g'), '[erased]', 'gi');
    end if;
  end loop;
  return said;
end $$;

-- The same of what is said inside of JSON; or all that is said, but for the ids of courses.
create or replace function without_said(said jsonb, words text[], is_all boolean) returns jsonb
language plpgsql stable as $$
begin
  case jsonb_typeof(said)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, without_said(value, words, is_all)), '{}') from jsonb_each(said));
    when 'array' then
      return (select coalesce(jsonb_agg(without_said(value, words, is_all)), '[]') from jsonb_array_elements(said));
    when 'string' then
      if not is_all then return to_jsonb(without_words(said #>> '{}', words)); end if;
      if exists (select from courses where id = said #>> '{}') then return said; end if;
      return '"[erased]"';
    else
      return said;
  end case;
end $$;

-- True of a change that only takes away what these columns say: of somebody whose erasure is due and being
-- carried out by the function below, or of a document whose law has let go of its buyer.
create or replace function may_anonymise(before jsonb, after jsonb, columns text[]) returns boolean
language plpgsql stable as $$
begin
  return before - columns = after - columns
    and (exists (select from erasures
                  where id::text = current_setting('academy.erasing', true)
                    and due_at <= clock_timestamp() and finished_at is null)
         or (before ->> 'buyer_kept_until')::date < current_date);
end $$;

-- For tables to which rows are only added; the arguments are the columns that name people.
create or replace function refuse_change_but_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and may_anonymise(to_jsonb(old), to_jsonb(new), tg_argv) then return new; end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- The one door: takes a person out of the tables to which rows are only added, while their erasure is due.
-- By the right of who owns the tables, whoever calls it. Resolves to how many rows of which table it changed.
create or replace function anonymise_person(person uuid) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erasure uuid;
  ids uuid[] := ids_of_person(person);
  words text[] := words_of_person(person);
  emails text[] := emails_of_person(person);
  paid text[];
  changed integer;
  counts jsonb := '{}';
begin
  select e.id into erasure from erasures e
   where e.learner_id = person and e.due_at <= clock_timestamp() and e.finished_at is null for update;
  if erasure is null then raise exception 'no erasure of this person is due'; end if;
  perform set_config('academy.erasing', erasure::text, true);

  update access_ledger set reason = '[erased]'
   where learner_id = any (ids) and cause_kind = 'gift' and reason <> '[erased]';
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('access_ledger', changed);

  update order_events e set outcome = without_words(e.outcome, words), content = kept.content
    -- Nobody can look for words in what could not be read.
    from (select id, case when kind = 'unreadable' then '{}' else without_said(content, words, false) end as content
            from order_events where order_id in (select id from orders where learner_id = any (ids))) kept
   where e.id = kept.id and (e.outcome <> without_words(e.outcome, words) or e.content <> kept.content);
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('order_events', changed);

  -- Rule 46 wants name and address of a registered buyer, and from 50,000 rupees on of any (docs/decisions/0110).
  update tax_documents d
     set buyer_email = '',
         buyer_name = case when kept.is_needed then d.buyer_name else '' end,
         buyer_address = case when kept.is_needed then d.buyer_address end,
         buyer_kept_until = case when kept.is_needed then kept.until end
    from (select t.id,
                 t.buyer_gstin is not null
                   or coalesce((select i.taxable_in_paise from tax_documents i where i.id = t.invoice_id),
                               t.taxable_in_paise) >= 5000000 as is_needed,
                 -- Eight years after the end of its financial year.
                 make_date(extract(year from india_day(t.issued_at) - interval '3 months')::integer + 9, 3, 31)
                   as until
            from tax_documents t where t.learner_id = any (ids)) kept
   where kept.id = d.id and d.buyer_email <> '';
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('tax_documents', changed);

  -- About the person; what they did themselves; and whatever else names one of their addresses.
  select coalesce(array_agg(known.id), '{}') into paid
    from (select id::text as id from orders where learner_id = any (ids)
          union select razorpay_payment_id from orders where learner_id = any (ids)) known;
  update audit_log l
     set actor_name = made.actor_name, ip = made.ip, before = made.before, after = made.after,
         reason = made.reason,
         searched = left(lower(concat_ws(E'\n', made.actor_name, l.act, l.summary, l.subject_kind, l.subject_id,
                                         made.reason, l.problem, made.ip, made.before, made.after)), 4000)
    from (select r.id,
                 case when r.is_actor then 'Erased account' else r.actor_name end as actor_name,
                 case when r.is_actor then '' else r.ip end as ip,
                 without_said(r.before, words, r.is_about or r.is_actor) as before,
                 without_said(r.after, words, r.is_about or r.is_actor) as after,
                 case when r.reason is not null and (r.is_about or r.is_actor or r.subject_id = any (paid))
                      then '[erased]' else without_words(r.reason, words) end as reason
            from (select a.*,
                         a.subject_id = any (ids::text[]) as is_about,
                         a.actor_role is null and a.actor_id = any (ids) as is_actor
                    from audit_log a
                   -- Each by an index.
                   where a.id in (
                     select id from audit_log where subject_id = any (ids::text[] || paid)
                     union select id from audit_log where actor_id = any (ids) and actor_role is null
                     union select l.id from unnest(emails) email
                             join audit_log l on l.searched like '%' || replace(replace(replace(email,
                               '\', '\\'), '%', '\%'), '_', '\_') || '%')) r) made
   where made.id = l.id
     and (l.actor_name, l.ip, l.before, l.after, l.reason)
         is distinct from (made.actor_name, made.ip, made.before, made.after, made.reason);
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('audit_log', changed);

  perform set_config('academy.erasing', '', true);
  return counts;
end $$;
