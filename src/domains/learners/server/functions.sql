-- For tables of other domains to which rows are only added: what is never changed may follow its person
-- into the account that took theirs in (docs/decisions/0096), and lose what names them in these columns when they
-- are forgotten (docs/decisions/0110); nothing else of it changes.
create or replace function refuse_change_but_joining() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and to_jsonb(new) - 'learner_id' = to_jsonb(old) - 'learner_id'
     and exists (select from joined_accounts
                  where id = old.learner_id and learner_id = new.learner_id)
  then return new; end if;
  if tg_op = 'UPDATE' and may_anonymise(to_jsonb(old), to_jsonb(new), tg_argv) then return new; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
