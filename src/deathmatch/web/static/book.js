/** A rule book: beside it there is room for its contents, and a link into it opens it. */

const whole = document.querySelector(".whole");

function enter() {
  const place = document.getElementById(location.hash.slice(1));
  if (!whole || !place) return;
  whole.toggleAttribute("open", true);
  place.scrollIntoView();
}

for (const list of document.querySelectorAll(".contents")) list.toggleAttribute("open", innerWidth >= 1000);
addEventListener("hashchange", enter);
enter();
