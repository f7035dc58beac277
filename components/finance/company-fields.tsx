import { AreaField, TextField } from '#components/ui/field.tsx'
import { COMPANY_LENGTHS, type CompanyData } from '#lib/core/rules/company.ts'

type CompanyFieldsProps = {
  known: CompanyData
  labels: { company: string; address: string; addressHint: string; taxNumber: string; taxNumberHint?: string }
  isRequired?: boolean
  /** What is said at the first field that is empty. */
  missing?: string | null
}

/** Whom an invoice is made out to: company, postal address in lines as it is written on paper, tax number. */
export function CompanyFields({ known, labels, isRequired = false, missing = null }: CompanyFieldsProps) {
  return (
    <>
      <TextField
        id="company"
        name="company"
        label={labels.company}
        error={known.company ? null : missing}
        defaultValue={known.company}
        autoComplete="organization"
        maxLength={COMPANY_LENGTHS.company}
        required={isRequired}
      />
      <AreaField
        id="postal-address"
        name="postal-address"
        label={labels.address}
        hint={labels.addressHint}
        error={known.company ? missing : null}
        rows={4}
        defaultValue={known.postalAddress}
        autoComplete="street-address"
        maxLength={COMPANY_LENGTHS.postalAddress}
        required={isRequired}
      />
      <TextField
        id="tax-number"
        name="tax-number"
        label={labels.taxNumber}
        hint={labels.taxNumberHint}
        defaultValue={known.taxNumber}
        maxLength={COMPANY_LENGTHS.taxNumber}
        dir="ltr"
      />
    </>
  )
}

/** Reads what was typed into these fields. */
export function readCompany(fields: FormData): CompanyData {
  const text = (name: string) => String(fields.get(name) ?? '').trim()

  return {
    company: text('company'),
    taxNumber: text('tax-number'),
    postalAddress: text('postal-address').replaceAll('\r\n', '\n'),
  }
}
