-- The place that an order has opened is found by its order.
create index user_streams_order on user_streams (order_service_id) where order_service_id is not null;
