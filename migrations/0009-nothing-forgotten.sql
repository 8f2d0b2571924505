-- When the provider was last asked because somebody pressed a button: not more than once in ten seconds.
alter table payments add column last_asked_at timestamptz;

alter table refunds drop constraint refunds_cause_check;
alter table refunds add constraint refunds_cause_check check
  (cause in ('duplicate', 'requested', 'administrator', 'mismatch', 'provider', 'dispute'));

-- Orders that were no longer asked about are, for as long as the provider can refund (180 days):
-- within an hour for the newest ten days, within a day for the others.
update payments
   set next_check_at = clock_timestamp() + random() * case
         when greatest(created_at, completed_at) > clock_timestamp() - interval '10 days'
         then interval '50 minutes' else interval '23 hours' end
 where order_id is not null
   and greatest(created_at, completed_at) > clock_timestamp() - interval '180 days'
   and (next_check_at is null or status = 'completed');
