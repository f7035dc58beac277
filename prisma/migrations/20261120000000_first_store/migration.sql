-- CreateEnum
CREATE TYPE "Shelf" AS ENUM ('asia', 'europe', 'africa', 'latin_america', 'north_america', 'oceania', 'multi_country', 'more');

-- CreateEnum
CREATE TYPE "PlanKind" AS ENUM ('fixed', 'day_pass', 'unsold');

-- CreateEnum
CREATE TYPE "PlanChangeKind" AS ENUM ('new', 'gone', 'back', 'dearer', 'cheaper', 'changed');

-- CreateEnum
CREATE TYPE "SyncState" AS ENUM ('running', 'finished', 'failed');

-- CreateEnum
CREATE TYPE "PriceScope" AS ENUM ('global', 'shelf', 'destination', 'kind', 'plan');

-- CreateEnum
CREATE TYPE "PriceRounding" AS ENUM ('none', 'whole', 'half', 'ninety_nine');

-- CreateEnum
CREATE TYPE "AttemptState" AS ENUM ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN', 'REJECTED', 'NOT_SENT', 'ABSENT');

-- CreateEnum
CREATE TYPE "CardCancelState" AS ENUM ('NONE', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED', 'REFUSED', 'MONEY_DUE', 'MONEY_BACK');

-- CreateEnum
CREATE TYPE "CancelState" AS ENUM ('ASKED', 'SENT', 'OPEN', 'CONFIRMED', 'REFUSED', 'HELD');

-- CreateEnum
CREATE TYPE "StaffRole" AS ENUM ('read_only', 'support', 'finance', 'manager', 'owner');

-- CreateEnum
CREATE TYPE "PaymentState" AS ENUM ('INTENDED', 'OPEN', 'AUTHORISED', 'CAPTURING', 'CAPTURED', 'VOIDING', 'VOIDED', 'EXPIRED', 'FAILED', 'DISPUTED');

-- CreateEnum
CREATE TYPE "RefundKind" AS ENUM ('AUTOMATIC', 'CARDS', 'GOODWILL');

-- CreateEnum
CREATE TYPE "RefundState" AS ENUM ('INTENDED', 'SENT', 'DONE', 'REFUSED');

-- CreateEnum
CREATE TYPE "ProviderEventState" AS ENUM ('RECEIVED', 'APPLIED', 'UNMATCHED');

-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('DUE', 'SENT', 'GIVEN_UP');

-- CreateEnum
CREATE TYPE "LineKind" AS ENUM ('PURCHASE', 'RENEWAL');

-- CreateEnum
CREATE TYPE "LineState" AS ENUM ('AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE', 'DELIVERED', 'CANCELLING', 'CANCEL_UNKNOWN', 'CANCELLED', 'REFUND_DUE', 'REFUNDING', 'REFUNDED', 'HELD', 'EXPIRED');

-- CreateEnum
CREATE TYPE "GrantKind" AS ENUM ('link', 'paid_here');

-- CreateTable
CREATE TABLE "CatalogState" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CatalogState_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Sku" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "upstreamName" TEXT NOT NULL,
    "ownName" TEXT,
    "regionCode" TEXT NOT NULL,
    "iso2" CHAR(2),
    "shelf" "Shelf" NOT NULL,
    "coverageStated" BOOLEAN NOT NULL DEFAULT false,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "rank" INTEGER NOT NULL DEFAULT 1000,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plansReadAt" TIMESTAMPTZ(3),
    "lastReadError" TEXT,
    "vanishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Sku_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkuSlug" (
    "slug" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,

    CONSTRAINT "SkuSlug_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "SkuCountry" (
    "skuId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "iso2" CHAR(2),

    CONSTRAINT "SkuCountry_pkey" PRIMARY KEY ("skuId","name")
);

-- CreateTable
CREATE TABLE "CountryAlias" (
    "name" TEXT NOT NULL,
    "iso2" CHAR(2) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CountryAlias_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Plan" (
    "id" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "planKey" TEXT NOT NULL,
    "code" TEXT,
    "priceId" INTEGER NOT NULL,
    "kind" "PlanKind" NOT NULL,
    "unsoldReason" TEXT,
    "minDays" INTEGER,
    "maxDays" INTEGER,
    "amountValue" INTEGER NOT NULL,
    "amountUnit" TEXT NOT NULL,
    "validityDays" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "openCardFee" DECIMAL(18,6),
    "canTopUp" BOOLEAN NOT NULL,
    "needsStartDate" BOOLEAN NOT NULL,
    "expireDays" INTEGER,
    "label" TEXT,
    "premark" TEXT,
    "networks" JSONB,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "vanishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlanChange" (
    "id" TEXT NOT NULL,
    "syncRunId" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "planId" TEXT,
    "kind" "PlanChangeKind" NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SyncRun" (
    "id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" "SyncState" NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "resumeAfter" INTEGER,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeatAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SyncRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriceRule" (
    "id" TEXT NOT NULL,
    "scope" "PriceScope" NOT NULL,
    "scopeKey" TEXT NOT NULL DEFAULT '',
    "percent" DECIMAL(9,4),
    "addMinor" INTEGER,
    "fixedMinor" INTEGER,
    "rounding" "PriceRounding" NOT NULL DEFAULT 'none',
    "floorPercent" DECIMAL(9,4),
    "floorMinor" INTEGER,
    "version" INTEGER NOT NULL,
    "validFrom" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replacedAt" TIMESTAMPTZ(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PriceRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ExchangeRate" (
    "id" TEXT NOT NULL,
    "from" CHAR(3) NOT NULL,
    "to" CHAR(3) NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "source" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ExchangeRate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "attemptRef" TEXT NOT NULL,
    "state" "AttemptState" NOT NULL DEFAULT 'PREPARED',
    "class" TEXT,
    "code" INTEGER,
    "reason" TEXT,
    "evidence" JSONB,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "cleanLooks" INTEGER NOT NULL DEFAULT 0,
    "firstCleanAt" TIMESTAMPTZ(3),
    "lastLookAt" TIMESTAMPTZ(3),
    "watchUntil" TIMESTAMPTZ(3),
    "preparedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UpstreamOrder" (
    "orderNum" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "attemptId" TEXT,
    "isRenewal" BOOLEAN NOT NULL DEFAULT false,
    "status" INTEGER,
    "statusReadAt" TIMESTAMPTZ(3),
    "cost" DECIMAL(18,6),
    "costCurrency" CHAR(3) NOT NULL,
    "lockDecisionAt" TIMESTAMPTZ(3),
    "lockedBy" TEXT,
    "refetchedAt" TIMESTAMPTZ(3),
    "listedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UpstreamOrder_pkey" PRIMARY KEY ("orderNum")
);

-- CreateTable
CREATE TABLE "Card" (
    "id" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "orderNum" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "priceShareMinor" INTEGER NOT NULL,
    "sealedCode" BYTEA,
    "codeFinding" TEXT,
    "activateBefore" CHAR(10),
    "travellerName" TEXT,
    "label" TEXT,
    "cancelState" "CardCancelState" NOT NULL DEFAULT 'NONE',
    "revealedAt" TIMESTAMPTZ(3),
    "revealedBy" TEXT,
    "revealConsent" JSONB,
    "facts" JSONB,
    "factsReadAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Card_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CancelAttempt" (
    "id" TEXT NOT NULL,
    "orderNum" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "state" "CancelState" NOT NULL DEFAULT 'ASKED',
    "requestedBy" TEXT NOT NULL,
    "reason" TEXT,
    "answer" JSONB,
    "outcome" JSONB,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CancelAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CancelItem" (
    "attemptId" TEXT NOT NULL,
    "cardId" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "answer" TEXT,

    CONSTRAINT "CancelItem_pkey" PRIMARY KEY ("attemptId","cardId")
);

-- CreateTable
CREATE TABLE "CallLog" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endpoint" TEXT NOT NULL,
    "lineId" TEXT,
    "reference" TEXT,
    "orderNum" TEXT,
    "class" TEXT NOT NULL,
    "code" INTEGER,
    "note" TEXT,
    "latencyMs" INTEGER NOT NULL,
    "bytes" INTEGER,

    CONSTRAINT "CallLog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OrderEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "orderId" TEXT NOT NULL,
    "lineId" TEXT,
    "kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "OrderEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "role" TEXT,
    "act" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Break" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "orderId" TEXT,
    "evidence" JSONB NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT,
    "resolution" TEXT,

    CONSTRAINT "Break_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LossEntry" (
    "id" TEXT NOT NULL,
    "orderId" TEXT,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(18,6) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "evidence" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LossEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SupplierEntry" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(18,6) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "orderNum" TEXT,
    "note" TEXT,
    "confirmedAt" TIMESTAMPTZ(3),
    "confirmedBy" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SupplierEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Erasure" (
    "id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Erasure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UpstreamSession" (
    "id" TEXT NOT NULL,
    "sealedToken" BYTEA,
    "issuedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastCode" INTEGER,
    "lastError" TEXT,
    "lastLoginAt" TIMESTAMPTZ(3),
    "nextTryAt" TIMESTAMPTZ(3),
    "configMark" TEXT,

    CONSTRAINT "UpstreamSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EarlyExpiry" (
    "id" BIGSERIAL NOT NULL,
    "epoch" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EarlyExpiry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Capability" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "evidence" JSONB,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Capability_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Slot" (
    "kind" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "owner" TEXT,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "Slot_pkey" PRIMARY KEY ("kind","n")
);

-- CreateTable
CREATE TABLE "Breaker" (
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'closed',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "recent" JSONB NOT NULL DEFAULT '[]',
    "openedAt" TIMESTAMPTZ(3),
    "nextProbeAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Breaker_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Staff" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "StaffRole" NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "sessionVersion" INTEGER NOT NULL DEFAULT 1,
    "disabledAt" TIMESTAMPTZ(3),
    "lastSignInAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OneTimeLink" (
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OneTimeLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Heartbeat" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Payment" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "n" INTEGER NOT NULL DEFAULT 1,
    "provider" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sessionId" TEXT,
    "objectId" TEXT,
    "payUrl" TEXT,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "state" "PaymentState" NOT NULL DEFAULT 'INTENDED',
    "reason" TEXT,
    "isTest" BOOLEAN NOT NULL,
    "capturedMinor" INTEGER NOT NULL DEFAULT 0,
    "refundedMinor" INTEGER NOT NULL DEFAULT 0,
    "captureKey" TEXT,
    "captureDueAt" TIMESTAMPTZ(3),
    "captureUsedAt" TIMESTAMPTZ(3),
    "voidKey" TEXT,
    "holdExpiresAt" TIMESTAMPTZ(3),
    "sessionEndsAt" TIMESTAMPTZ(3),
    "polls" INTEGER NOT NULL DEFAULT 0,
    "lastReadAt" TIMESTAMPTZ(3),
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Refund" (
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "RefundKind" NOT NULL,
    "state" "RefundState" NOT NULL DEFAULT 'INTENDED',
    "amountMinor" INTEGER NOT NULL,
    "expectedRefundedSoFar" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "providerRefundId" TEXT,
    "requestedBy" TEXT NOT NULL,
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "doneAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RefundItem" (
    "id" TEXT NOT NULL,
    "refundId" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "cardId" TEXT,
    "amountMinor" INTEGER NOT NULL,

    CONSTRAINT "RefundItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderEvent" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "state" "ProviderEventState" NOT NULL DEFAULT 'RECEIVED',
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "appliedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ProviderEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Outbox" (
    "id" TEXT NOT NULL,
    "dedupeKey" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "orderId" TEXT,
    "payload" JSONB NOT NULL,
    "state" "OutboxState" NOT NULL DEFAULT 'DUE',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "nextActionAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Quote" (
    "id" TEXT NOT NULL,
    "kind" "LineKind" NOT NULL DEFAULT 'PURCHASE',
    "planId" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "cardId" TEXT,
    "count" INTEGER NOT NULL,
    "days" INTEGER,
    "startDate" CHAR(10),
    "locale" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unitMinor" INTEGER NOT NULL,
    "discountMinor" INTEGER NOT NULL DEFAULT 0,
    "taxMinor" INTEGER NOT NULL DEFAULT 0,
    "totalMinor" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "costCurrency" CHAR(3) NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "ruleVersion" INTEGER NOT NULL,
    "priceId" INTEGER NOT NULL,
    "planCode" TEXT,
    "snapshot" JSONB NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Quote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "phone" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Customer" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Order" (
    "id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "customerId" TEXT,
    "scope" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "totalMinor" INTEGER NOT NULL,
    "mode" TEXT NOT NULL,
    "consent" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Line" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "quoteId" TEXT NOT NULL,
    "kind" "LineKind" NOT NULL DEFAULT 'PURCHASE',
    "cardId" TEXT,
    "lineRef" TEXT NOT NULL,
    "state" "LineState" NOT NULL DEFAULT 'AWAITING_PAYMENT',
    "reason" TEXT,
    "evidence" JSONB,
    "priceMinor" INTEGER NOT NULL,
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "deadlineAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "readyAt" TIMESTAMPTZ(3),
    "unknownSince" TIMESTAMPTZ(3),
    "placedAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccessLink" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AccessLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GuestSession" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuestSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GuestGrant" (
    "sessionId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "kind" "GrantKind" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuestGrant_pkey" PRIMARY KEY ("sessionId","orderId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Sku_slug_key" ON "Sku"("slug");

-- CreateIndex
CREATE INDEX "SkuCountry_iso2_idx" ON "SkuCountry"("iso2");

-- CreateIndex
CREATE UNIQUE INDEX "Plan_skuId_planKey_key" ON "Plan"("skuId", "planKey");

-- CreateIndex
CREATE INDEX "PlanChange_at_idx" ON "PlanChange"("at");

-- CreateIndex
CREATE INDEX "SyncRun_startedAt_idx" ON "SyncRun"("startedAt");

-- CreateIndex
CREATE INDEX "PriceRule_scope_scopeKey_idx" ON "PriceRule"("scope", "scopeKey");

-- CreateIndex
CREATE INDEX "ExchangeRate_from_to_at_idx" ON "ExchangeRate"("from", "to", "at");

-- CreateIndex
CREATE UNIQUE INDEX "Attempt_attemptRef_key" ON "Attempt"("attemptRef");

-- CreateIndex
CREATE INDEX "Attempt_state_idx" ON "Attempt"("state");

-- CreateIndex
CREATE UNIQUE INDEX "Attempt_lineId_n_key" ON "Attempt"("lineId", "n");

-- CreateIndex
CREATE INDEX "UpstreamOrder_lineId_idx" ON "UpstreamOrder"("lineId");

-- CreateIndex
CREATE UNIQUE INDEX "Card_iccid_key" ON "Card"("iccid");

-- CreateIndex
CREATE INDEX "Card_lineId_idx" ON "Card"("lineId");

-- CreateIndex
CREATE INDEX "CancelAttempt_nextActionAt_idx" ON "CancelAttempt"("nextActionAt");

-- CreateIndex
CREATE INDEX "CallLog_at_idx" ON "CallLog"("at");

-- CreateIndex
CREATE INDEX "CallLog_lineId_idx" ON "CallLog"("lineId");

-- CreateIndex
CREATE INDEX "CallLog_endpoint_at_idx" ON "CallLog"("endpoint", "at");

-- CreateIndex
CREATE INDEX "OrderEvent_orderId_id_idx" ON "OrderEvent"("orderId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent"("at");

-- CreateIndex
CREATE INDEX "AuditEvent_subject_idx" ON "AuditEvent"("subject");

-- CreateIndex
CREATE INDEX "Break_openedAt_idx" ON "Break"("openedAt");

-- CreateIndex
CREATE INDEX "SupplierEntry_at_idx" ON "SupplierEntry"("at");

-- CreateIndex
CREATE INDEX "EarlyExpiry_at_idx" ON "EarlyExpiry"("at");

-- CreateIndex
CREATE UNIQUE INDEX "EarlyExpiry_epoch_key" ON "EarlyExpiry"("epoch");

-- CreateIndex
CREATE UNIQUE INDEX "Staff_email_key" ON "Staff"("email");

-- CreateIndex
CREATE UNIQUE INDEX "OneTimeLink_tokenHash_key" ON "OneTimeLink"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_key_key" ON "Payment"("key");

-- CreateIndex
CREATE INDEX "Payment_nextActionAt_idx" ON "Payment"("nextActionAt");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_orderId_n_key" ON "Payment"("orderId", "n");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_provider_sessionId_key" ON "Payment"("provider", "sessionId");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_provider_objectId_key" ON "Payment"("provider", "objectId");

-- CreateIndex
CREATE UNIQUE INDEX "Refund_key_key" ON "Refund"("key");

-- CreateIndex
CREATE INDEX "Refund_nextActionAt_idx" ON "Refund"("nextActionAt");

-- CreateIndex
CREATE INDEX "RefundItem_cardId_idx" ON "RefundItem"("cardId");

-- CreateIndex
CREATE INDEX "RefundItem_lineId_idx" ON "RefundItem"("lineId");

-- CreateIndex
CREATE INDEX "ProviderEvent_objectId_idx" ON "ProviderEvent"("objectId");

-- CreateIndex
CREATE UNIQUE INDEX "ProviderEvent_provider_eventId_key" ON "ProviderEvent"("provider", "eventId");

-- CreateIndex
CREATE UNIQUE INDEX "Outbox_dedupeKey_key" ON "Outbox"("dedupeKey");

-- CreateIndex
CREATE INDEX "Outbox_nextActionAt_idx" ON "Outbox"("nextActionAt");

-- CreateIndex
CREATE INDEX "Person_email_idx" ON "Person"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Order_number_key" ON "Order"("number");

-- CreateIndex
CREATE INDEX "Order_createdAt_idx" ON "Order"("createdAt");

-- CreateIndex
CREATE INDEX "Order_personId_idx" ON "Order"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "Order_scope_idempotencyKey_key" ON "Order"("scope", "idempotencyKey");

-- CreateIndex
CREATE UNIQUE INDEX "Line_lineRef_key" ON "Line"("lineRef");

-- CreateIndex
CREATE INDEX "Line_nextActionAt_idx" ON "Line"("nextActionAt");

-- CreateIndex
CREATE INDEX "Line_state_idx" ON "Line"("state");

-- CreateIndex
CREATE INDEX "Line_orderId_idx" ON "Line"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "AccessLink_tokenHash_key" ON "AccessLink"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "GuestSession_tokenHash_key" ON "GuestSession"("tokenHash");

-- AddForeignKey
ALTER TABLE "SkuCountry" ADD CONSTRAINT "SkuCountry_skuId_fkey" FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_skuId_fkey" FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_lineId_fkey" FOREIGN KEY ("lineId") REFERENCES "Line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UpstreamOrder" ADD CONSTRAINT "UpstreamOrder_lineId_fkey" FOREIGN KEY ("lineId") REFERENCES "Line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UpstreamOrder" ADD CONSTRAINT "UpstreamOrder_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Card" ADD CONSTRAINT "Card_lineId_fkey" FOREIGN KEY ("lineId") REFERENCES "Line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Card" ADD CONSTRAINT "Card_orderNum_fkey" FOREIGN KEY ("orderNum") REFERENCES "UpstreamOrder"("orderNum") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CancelItem" ADD CONSTRAINT "CancelItem_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "CancelAttempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CancelItem" ADD CONSTRAINT "CancelItem_cardId_fkey" FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_paymentId_fkey" FOREIGN KEY ("paymentId") REFERENCES "Payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefundItem" ADD CONSTRAINT "RefundItem_refundId_fkey" FOREIGN KEY ("refundId") REFERENCES "Refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefundItem" ADD CONSTRAINT "RefundItem_cardId_fkey" FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Quote" ADD CONSTRAINT "Quote_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Customer" ADD CONSTRAINT "Customer_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Line" ADD CONSTRAINT "Line_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Line" ADD CONSTRAINT "Line_quoteId_fkey" FOREIGN KEY ("quoteId") REFERENCES "Quote"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessLink" ADD CONSTRAINT "AccessLink_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuestGrant" ADD CONSTRAINT "GuestGrant_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "GuestSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuestGrant" ADD CONSTRAINT "GuestGrant_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say: the database is the last judge of these.

-- At most one open call per line, one open cancellation per upstream order, one open difference per subject.
CREATE UNIQUE INDEX "Attempt_one_open_per_line" ON "Attempt" ("lineId") WHERE "state" IN ('PREPARED', 'SENT', 'UNKNOWN');
CREATE UNIQUE INDEX "CancelAttempt_one_open_per_order" ON "CancelAttempt" ("orderNum") WHERE "state" IN ('ASKED', 'SENT', 'OPEN');
CREATE UNIQUE INDEX "Break_one_open_per_subject" ON "Break" ("kind", "subject") WHERE "closedAt" IS NULL;
-- Two top-ups of one card run one after the other.
CREATE UNIQUE INDEX "Line_one_open_renewal_per_card" ON "Line" ("cardId")
  WHERE "kind" = 'RENEWAL' AND "state" IN ('READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE');
CREATE UNIQUE INDEX "PriceRule_one_current_per_scope" ON "PriceRule" ("scope", "scopeKey") WHERE "replacedAt" IS NULL;

ALTER TABLE "Payment" ADD CONSTRAINT "Payment_sums" CHECK ("capturedMinor" >= 0 AND "capturedMinor" <= "amountMinor" AND "refundedMinor" >= 0 AND "refundedMinor" <= "capturedMinor");
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_amount" CHECK ("amountMinor" > 0);
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_amount" CHECK ("amountMinor" > 0);
ALTER TABLE "RefundItem" ADD CONSTRAINT "RefundItem_amount" CHECK ("amountMinor" > 0);
ALTER TABLE "Quote" ADD CONSTRAINT "Quote_count" CHECK ("count" BETWEEN 1 AND 20 AND "totalMinor" >= 0);
ALTER TABLE "Line" ADD CONSTRAINT "Line_renewal_has_card" CHECK ("kind" <> 'RENEWAL' OR "cardId" IS NOT NULL);
ALTER TABLE "Line" ADD CONSTRAINT "Line_price" CHECK ("priceMinor" >= 0);
ALTER TABLE "Card" ADD CONSTRAINT "Card_iccid" CHECK ("iccid" ~ '^[0-9]{10,22}$');
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_sent_at" CHECK ("state" NOT IN ('SENT', 'ACCEPTED', 'UNKNOWN') OR "sentAt" IS NOT NULL);

-- \073 is a semicolon: the engine that compares schemas cuts a script at every literal one, quoted or not.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION ''% is append-only'', TG_TABLE_NAME USING ERRCODE = ''restrict_violation''\073 END';

CREATE TRIGGER "Quote_immutable" BEFORE UPDATE ON "Quote" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "CallLog_append_only" BEFORE UPDATE ON "CallLog" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "OrderEvent_append_only" BEFORE UPDATE OR DELETE ON "OrderEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "Erasure_append_only" BEFORE UPDATE OR DELETE ON "Erasure" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Rows every installation has.
INSERT INTO "CatalogState" ("id") VALUES (1);
INSERT INTO "UpstreamSession" ("id") VALUES ('main');
INSERT INTO "Breaker" ("key") VALUES ('reads'), ('placements');
INSERT INTO "Slot" ("kind", "n") SELECT 'placement', n FROM generate_series(1, 4) AS n;
INSERT INTO "PriceRule" ("id", "scope", "percent", "rounding", "floorPercent", "version", "createdBy")
  VALUES ('prl_first', 'global', 40, 'none', 5, 1, 'store');
