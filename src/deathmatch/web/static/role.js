/** The roles of the seats: EC and DMO. */

import { $ } from "./dom.js";

/** Shows the role of a seat on its plate. @param {string} seat @param {string} ec the seat of the elimination candidate */
export function role(seat, ec) {
  const badge = $(`role-${seat}`);
  badge.hidden = false;
  badge.textContent = seat === ec ? "EC" : "DMO";
  badge.title = (seat === ec ? badge.dataset.ec : badge.dataset.dmo) ?? "";
}
