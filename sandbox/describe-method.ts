import { randomInt } from 'node:crypto'
import { type Method, makeId, type Payment } from './entities.ts'

type MethodFields = Pick<Payment, 'acquirer_data'> &
  Partial<
    Pick<
      Payment,
      'bank' | 'card' | 'card_id' | 'customer_id' | 'token_id' | 'upi' | 'vpa' | 'wallet'
    >
  >

/** The fields of a payment that depend on how it is paid. No real card or address is involved. */
export function describeMethod(choice: {
  method: Method
  bank?: string | undefined
  wallet?: string | undefined
}): MethodFields {
  switch (choice.method) {
    case 'upi':
      return {
        vpa: 'success@razorpay',
        upi: { payer_account_type: 'bank_account', vpa: 'success@razorpay', flow: 'intent' },
        acquirer_data: { rrn: digits(12), upi_transaction_id: makeId().toUpperCase() },
      }
    case 'card':
      return { ...describeCard({ isEmi: false }), acquirer_data: { auth_code: digits(6) } }
    case 'netbanking':
      return { bank: choice.bank ?? 'HDFC', acquirer_data: { bank_transaction_id: digits(7) } }
    case 'wallet':
      return { wallet: choice.wallet ?? 'mobikwik', acquirer_data: { transaction_id: null } }
    case 'emi':
      return {
        ...describeCard({ isEmi: true }),
        bank: choice.bank ?? 'HDFC',
        acquirer_data: { auth_code: digits(6) },
      }
    case 'paylater':
      return {
        wallet: choice.wallet ?? 'rzpx_postpaid',
        acquirer_data: { transaction_id: null },
      }
    case 'cardless_emi':
      return { wallet: choice.wallet ?? 'walnut369', acquirer_data: { transaction_id: null } }
    case 'emandate':
      return {
        bank: choice.bank ?? 'HDFC',
        customer_id: `cust_${makeId()}`,
        token_id: `token_${makeId()}`,
        acquirer_data: { bank_transaction_id: digits(7) },
      }
    default:
      return choice.method satisfies never
  }
}

function describeCard({ isEmi }: { isEmi: boolean }) {
  const id = `card_${makeId()}`
  return {
    card_id: id,
    customer_id: `cust_${makeId()}`,
    token_id: `token_${makeId()}`,
    card: {
      id,
      entity: 'card',
      name: '',
      last4: '1007',
      network: 'Visa',
      type: isEmi ? 'credit' : 'debit',
      issuer: 'HDFC',
      international: false,
      emi: isEmi,
      sub_type: 'consumer',
      token_iin: null,
    },
  }
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}
