-- The administrators' list sorts by any of its columns and searches, however long it grows.
create index payments_status on payments (status, created_at desc);
create index payments_completed_at on payments (completed_at desc nulls last, id desc);
create index payments_amount on payments (amount_in_paise, id);
create index payments_course_title on payments (course_title, id);
create index payments_order_id_start on payments (order_id text_pattern_ops);
create index payments_razorpay_id_start on payments (razorpay_payment_id text_pattern_ops);
create index users_name on users (name, id);

-- Parts of names and addresses. Comes with PostgreSQL, but a hosted one may not offer it.
do $$
begin
  create extension if not exists pg_trgm;
  create index users_name_parts on users using gin (name gin_trgm_ops);
  create index users_email_parts on users using gin (email gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise warning 'Without pg_trgm a search among payments reads every learner: %', sqlerrm;
end $$;
