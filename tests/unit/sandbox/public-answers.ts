import { z } from 'zod'

const network = z.object({ type: z.string(), operator: z.string(), namecn: z.string(), nameen: z.string() })

const image = z.object({ imageUrl: z.string(), countryCode: z.number(), name: z.string(), nameEn: z.string() })

/** What a program that checks each answer wants of a plan: every field there, texts and numbers never null. */
const plan = z.object({
  flows: z.number(),
  days: z.number(),
  unit: z.string(),
  price: z.number(),
  priceid: z.number(),
  pid: z.number(),
  flowType: z.number(),
  showName: z.string(),
  premark: z.string(),
  expireDays: z.number(),
  supportDaypass: z.number(),
  hadDaypassDetail: z.number(),
  overlay: z.number(),
  openCardFee: z.number(),
  minDay: z.number(),
  maxDay: z.number(),
  singleDiscountDay: z.number(),
  singleDiscount: z.number(),
  maxDiscount: z.number(),
  mustDate: z.number(),
  apiCode: z.string(),
  countryImageUrlDtoList: z.array(image),
})

/** A plan in the lists of partners. */
export const partnerPlan = plan.extend({ networkVos: z.array(network) })

/** What `getPackages` answers. */
export const esimPlans = z.object({
  skuid: z.number(),
  detailId: z.number().nullable(),
  countrycode: z.string(),
  imageUrl: z.string(),
  display: z.string(),
  displayEn: z.string(),
  supportCountry: z.array(z.string()),
  expirydate: z.string().nullable(),
  countryImageUrlDtoList: z.array(image),
  esimPackageDtoList: z.array(plan.extend({ networkDtoList: z.array(network) })),
})

/** What `getSkuByGroup` answers. */
export const groupedProducts = z.object({
  continent: z.array(z.string()),
  data: z.record(
    z.string(),
    z.array(
      z.object({
        skuid: z.number(),
        countryCode: z.number(),
        imageUrl: z.string(),
        display: z.string(),
        note: z.string(),
        search: z.string(),
        continentCode: z.number(),
      }),
    ),
  ),
})

/** A card of an order placed with `backInfo` 1. */
export const card = z.object({
  iccid: z.string(),
  data: z.string(),
  validity: z.number(),
  mobileNumber: z.string(),
  activateBefore: z.string(),
  usedMB: z.number(),
  dpId: z.string(),
  pdfUrl: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
})
