import { Field } from '#components/ui/field.tsx'
import { PROFILE_LENGTHS } from '#lib/domain/profile.ts'

type AddressFieldProps = { label: string; hint: string; value: string; isRequired?: boolean }

/** A postal address as it is written on paper, in lines. */
export function AddressField({ label, hint, value, isRequired = false }: AddressFieldProps) {
  return (
    <Field id="postal-address" label={label} hint={hint}>
      <textarea
        id="postal-address"
        name="postal-address"
        className="input"
        rows={4}
        defaultValue={value}
        autoComplete="street-address"
        maxLength={PROFILE_LENGTHS.postalAddress}
        aria-describedby="postal-address-hint"
        required={isRequired}
      />
    </Field>
  )
}
