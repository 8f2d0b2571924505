-- The one truth about what orders brought (docs/decisions/0085): each movement of the money of sold orders,
-- with its day in India.
create or replace view income as
select id as order_id, course_id, coupon_code, completed_at as happened_at, india_day(completed_at) as day,
       amount_in_paise as paid_in_paise, discount_in_paise,
       0::bigint as refunded_in_paise, 0::bigint as lost_in_paise
  from orders where completed_at is not null
 union all
select o.id, o.course_id, o.coupon_code, r.returned_at, india_day(r.returned_at),
       0, 0, r.refunded_in_paise, r.lost_in_paise
  from order_returns r join orders o on o.id = r.order_id;
