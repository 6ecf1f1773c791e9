CREATE INDEX "order_lines_agreed_substitute" ON "order_lines" USING btree ((substitution ->> 'product_no')) WHERE substitution ->> 'kind' = 'take';--> statement-breakpoint
-- Who has bought products, and who may still receive one as the agreed substitute of a line, by delivery day, so that goods that are still
-- to come count. What was not delivered does not. A substitute that the office has sent is a line; one that is only agreed adds no quantity.
CREATE OR REPLACE FUNCTION bought_since(product_nos text[], since date)
RETURNS TABLE (product_no text, customer_id text, quantity integer, last_bought date) LANGUAGE sql STABLE AS $$
  SELECT found.product_no, found.customer_id, sum(found.quantity)::integer, max(found.delivery_day)
  FROM (
    SELECT l.product_no, o.customer_id, coalesce(l.delivered_quantity, l.quantity) AS quantity, o.delivery_day
    FROM order_lines l JOIN orders o ON o.id = l.order_id
    WHERE l.product_no = ANY (product_nos) AND o.delivery_day >= since
      AND o.cancelled_at IS NULL AND o.replaced_at IS NULL
      AND coalesce(l.delivered_quantity, l.quantity) > 0
    UNION ALL
    SELECT l.substitution ->> 'product_no', o.customer_id, 0, o.delivery_day
    FROM order_lines l JOIN orders o ON o.id = l.order_id
    WHERE l.substitution ->> 'kind' = 'take' AND l.substitution ->> 'product_no' = ANY (product_nos)
      AND o.delivery_day >= since
      AND o.cancelled_at IS NULL AND o.replaced_at IS NULL AND o.delivered_at IS NULL
      -- What is left of the line may still be short; the rest came, or a substitute of its own stands for it.
      AND l.delivered_quantity IS NULL AND l.quantity > 0
  ) AS found
  GROUP BY found.product_no, found.customer_id
$$;
