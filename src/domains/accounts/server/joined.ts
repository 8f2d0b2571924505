/** Two accounts of one person that become one: by their ids. */
export interface Joined {
  /** Of the account that goes. */
  fromId: string
  /** Of the account that stays. */
  intoId: string
}
