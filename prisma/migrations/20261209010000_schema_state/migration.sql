-- CreateTable
CREATE TABLE "SchemaState" (
    "id" TEXT NOT NULL,
    "level" BIGINT NOT NULL,
    "release" TEXT NOT NULL,
    "understoodFrom" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SchemaState_pkey" PRIMARY KEY ("id")
);
