ALTER TABLE "products" ALTER COLUMN "sales_rank" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "sales_rank" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product_documents" ADD COLUMN "name_length" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "derived_sales_rank" integer;--> statement-breakpoint
CREATE INDEX "product_documents_length" ON "product_documents" USING btree ("name_length","sales_rank",product_no COLLATE "C");--> statement-breakpoint
-- An import without ranks wrote 0, the best one, for every product. Ranks that say something name one product the first.
UPDATE "products" SET "sales_rank" = NULL
WHERE "sales_rank" = 0 AND (SELECT count(*) FROM "products" WHERE "sales_rank" = 0) > 1;
