-- CreateTable
CREATE TABLE "SavedView" (
    "id" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "area" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SavedView_staffId_area_name_key" ON "SavedView"("staffId", "area", "name");

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Beyond what the schema can say: an area opens with one view at most.
CREATE UNIQUE INDEX "SavedView_one_default" ON "SavedView"("staffId", "area") WHERE "isDefault";
