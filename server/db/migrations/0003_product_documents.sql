CREATE TABLE "product_documents" (
	"product_no" text PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"sales_rank" integer NOT NULL,
	"source_tx" bigint NOT NULL,
	"format" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_documents" ADD CONSTRAINT "product_documents_product_no_products_product_no_fk" FOREIGN KEY ("product_no") REFERENCES "public"."products"("product_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_documents_words" ON "product_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "product_documents_sales" ON "product_documents" USING btree ("sales_rank",product_no COLLATE "C");--> statement-breakpoint
CREATE INDEX "product_documents_name" ON "product_documents" USING btree ("name_key","sales_rank",product_no COLLATE "C");--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "prices_by_price" ON "prices" USING btree ("price_list_id","pence");