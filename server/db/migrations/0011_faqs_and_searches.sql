CREATE TABLE "faqs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"audience" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"term" text NOT NULL,
	"found" integer NOT NULL,
	"added" boolean DEFAULT false NOT NULL,
	"searched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_log" ADD CONSTRAINT "search_log_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "faqs_subject" ON "faqs" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "search_log_searched" ON "search_log" USING btree ("searched_at");