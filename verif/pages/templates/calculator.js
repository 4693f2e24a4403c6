"use strict";
// Keys: / goes to the first field, Escape leaves a field, Ctrl+Enter in a text sends the form.
const root = document;
const first = () => root.querySelector("main form :is(input[type=text], input[type=search], textarea)");
root.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    first()?.focus();
    first()?.select();
  } else if (event.key === "Escape" && isTyping) {
    event.target.blur();
  } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
});
// A chosen or dropped file fills the text. It is read here, and no file name is sent.
const fill = async (file) => {
  const text = root.querySelector("textarea[name=text]");
  if (file && text) text.value = await file.text();
};
root.addEventListener("change", (event) => {
  if (event.target.type === "file") fill(event.target.files[0]);
});
root.addEventListener("dragover", (event) => {
  if (event.target.name === "text") event.preventDefault();
});
root.addEventListener("drop", (event) => {
  if (event.target.name === "text" && event.dataTransfer.files.length) {
    event.preventDefault();
    fill(event.dataTransfer.files[0]);
  }
});
