CREATE TABLE "search_additions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"search_id" uuid NOT NULL,
	"product_no" text NOT NULL,
	"quantity" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_log" ALTER COLUMN "found" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "search_additions" ADD CONSTRAINT "search_additions_search_id_search_log_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."search_log"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_additions_search" ON "search_additions" USING btree ("search_id");