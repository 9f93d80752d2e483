"""The screens of the page, one module each: routes, and what they show."""
