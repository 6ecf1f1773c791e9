CREATE TABLE "order_days" (
	"delivery_day" date NOT NULL,
	"customer_id" text NOT NULL,
	"depot" text NOT NULL,
	"method" text NOT NULL,
	"channel" text NOT NULL,
	"hours" smallint NOT NULL,
	"orders" integer NOT NULL,
	"lines" integer NOT NULL,
	"net_pence" bigint NOT NULL,
	"total_pence" bigint NOT NULL,
	CONSTRAINT "order_days_delivery_day_customer_id_depot_method_channel_hours_pk" PRIMARY KEY("delivery_day","customer_id","depot","method","channel","hours")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "depot" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "order_days_customer" ON "order_days" USING btree ("customer_id","delivery_day");
--> statement-breakpoint
-- As domain/orders-per-day.ts: the lower bound of a range of hours; -1 is after the cut-off, -2 an order without one.
CREATE FUNCTION hours_before_cut_off(placed_at timestamptz, cut_off_at timestamptz) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN cut_off_at IS NULL THEN -2
    WHEN placed_at > cut_off_at THEN -1
    WHEN cut_off_at - placed_at < interval '1 hour' THEN 0
    WHEN cut_off_at - placed_at < interval '3 hours' THEN 1
    WHEN cut_off_at - placed_at < interval '6 hours' THEN 3
    WHEN cut_off_at - placed_at < interval '12 hours' THEN 6
    WHEN cut_off_at - placed_at < interval '24 hours' THEN 12
    WHEN cut_off_at - placed_at < interval '48 hours' THEN 24
    ELSE 48
  END::smallint
$$;
--> statement-breakpoint
-- As `routeOfPostcode` in domain/delivery-route.ts, but also of a route that is not served any more.
CREATE FUNCTION depot_of(postcode text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT d.depot FROM delivery_postcodes d, (SELECT upper(replace(postcode, ' ', '')) AS joined) p
    WHERE p.joined ~ '^([A-Z]{1,2}\d[\dA-Z]?|GIR)(\d[A-Z]{2})$|^(BFPO)(\d{1,4})$' AND NOT d.deleted
      AND d.prefix IN (substring(p.joined from '^[A-Z]+'), left(p.joined, -3),
        left(p.joined, -3) || ' ' || left(right(p.joined, 3), 1))
    ORDER BY length(d.prefix) DESC LIMIT 1
  ), '')
$$;
--> statement-breakpoint
CREATE FUNCTION depot_of_order(address jsonb, customer_id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT depot_of(coalesce(nullif(address ->> 'postcode', ''),
    (SELECT c.postcode FROM customers c WHERE c.id = depot_of_order.customer_id), ''))
$$;
--> statement-breakpoint
CREATE FUNCTION channel_of(placed_by uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN placed_by IS NULL THEN 'other'
    WHEN EXISTS (SELECT FROM users u WHERE u.id = placed_by AND u.account_type IN ('ST', 'AD', 'NW')) THEN 'office'
    ELSE 'customer'
  END
$$;
--> statement-breakpoint
UPDATE orders SET channel = channel_of(placed_by), depot = depot_of_order(address, customer_id);
--> statement-breakpoint
CREATE FUNCTION note_how_order_was_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.channel := channel_of(NEW.placed_by);
  NEW.depot := depot_of_order(NEW.address, NEW.customer_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the key, or two transactions that add several rows would deadlock.
  INSERT INTO order_days AS d
  SELECT delivery_day, customer_id, depot, method, channel, hours_before_cut_off(placed_at, cut_off_at), count(*), 0,
    sum(net_pence), sum(total_pence)
  FROM placed WHERE cancelled_at IS NULL AND replaced_at IS NULL
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (delivery_day, customer_id, depot, method, channel, hours) DO UPDATE SET orders = d.orders + excluded.orders,
    net_pence = d.net_pence + excluded.net_pence, total_pence = d.total_pence + excluded.total_pence;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A row as its argument would tie the function to the table, which a restore drops.
CREATE FUNCTION add_to_order_days(sign integer, order_id uuid, delivery_day date, customer_id text, depot text, method text,
  channel text, hours smallint, net_pence bigint, total_pence bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_days AS d
  VALUES (delivery_day, customer_id, depot, method, channel, hours, sign,
    sign * (SELECT count(*) FROM order_lines l WHERE l.order_id = add_to_order_days.order_id), sign * net_pence,
    sign * total_pence)
  ON CONFLICT (delivery_day, customer_id, depot, method, channel, hours) DO UPDATE SET orders = d.orders + excluded.orders,
    lines = d.lines + excluded.lines, net_pence = d.net_pence + excluded.net_pence,
    total_pence = d.total_pence + excluded.total_pence;
  DELETE FROM order_days d
  WHERE add_to_order_days.sign < 0 AND d.orders = 0 AND d.delivery_day = add_to_order_days.delivery_day
    AND d.customer_id = add_to_order_days.customer_id AND d.depot = add_to_order_days.depot
    AND d.method = add_to_order_days.method AND d.channel = add_to_order_days.channel
    AND d.hours = add_to_order_days.hours;
$$;
--> statement-breakpoint
CREATE FUNCTION count_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cancelled_at IS NULL AND OLD.replaced_at IS NULL THEN
    PERFORM add_to_order_days(-1, OLD.id, OLD.delivery_day, OLD.customer_id, OLD.depot, OLD.method, OLD.channel,
      hours_before_cut_off(OLD.placed_at, OLD.cut_off_at), OLD.net_pence, OLD.total_pence);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF NEW.cancelled_at IS NULL AND NEW.replaced_at IS NULL THEN
    PERFORM add_to_order_days(1, NEW.id, NEW.delivery_day, NEW.customer_id, NEW.depot, NEW.method, NEW.channel,
      hours_before_cut_off(NEW.placed_at, NEW.cut_off_at), NEW.net_pence, NEW.total_pence);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The argument is the sign. Lines may be counted before their order, when one statement writes both.
CREATE FUNCTION count_order_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days AS d
  SELECT o.delivery_day, o.customer_id, o.depot, o.method, o.channel, hours_before_cut_off(o.placed_at, o.cut_off_at), 0,
    TG_ARGV[0]::integer * count(*), 0, 0
  FROM counted l JOIN orders o ON o.id = l.order_id WHERE o.cancelled_at IS NULL AND o.replaced_at IS NULL
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (delivery_day, customer_id, depot, method, channel, hours) DO UPDATE SET lines = d.lines + excluded.lines;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_note_how_placed BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION note_how_order_was_placed();
--> statement-breakpoint
CREATE TRIGGER orders_count_placed AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_orders();
--> statement-breakpoint
CREATE TRIGGER orders_count_changed AFTER UPDATE OF delivery_day, customer_id, depot, method, channel, placed_at, cut_off_at,
  net_pence, total_pence, cancelled_at, replaced_at ON orders FOR EACH ROW EXECUTE FUNCTION count_changed_order();
--> statement-breakpoint
-- Before its lines are deleted with it.
CREATE TRIGGER orders_count_deleted BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_changed_order();
--> statement-breakpoint
CREATE TRIGGER order_lines_count_added AFTER INSERT ON order_lines REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_order_lines('1');
--> statement-breakpoint
CREATE TRIGGER order_lines_count_deleted AFTER DELETE ON order_lines REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_order_lines('-1');
--> statement-breakpoint
-- Orders wait until it has ended.
CREATE FUNCTION rebuild_order_days() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE orders, order_lines IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM order_days;
  INSERT INTO order_days
  SELECT o.delivery_day, o.customer_id, o.depot, o.method, o.channel, hours_before_cut_off(o.placed_at, o.cut_off_at), count(*),
    coalesce(sum(l.lines), 0), sum(o.net_pence), sum(o.total_pence)
  FROM orders o LEFT JOIN (SELECT order_id, count(*) AS lines FROM order_lines GROUP BY 1) l ON l.order_id = o.id
  WHERE o.cancelled_at IS NULL AND o.replaced_at IS NULL
  GROUP BY 1, 2, 3, 4, 5, 6;
END $$;
--> statement-breakpoint
SELECT rebuild_order_days();
